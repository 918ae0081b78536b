From mathcomp Require Import all_ssreflect fingroup perm ssralg ssrnum ssrint rat.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Notation tree := ordinal.
Notation orchard t := {ffun tree t -> nat}.

Section Game.
Variable t : nat.
Implicit Types (f g : orchard t) (i j m : tree t) (U : orchard t -> rat).

Definition less f i : orchard t := [ffun k => f k - (k == i)]%N.
Definition more f i : orchard t := [ffun k => f k + (k == i)]%N.
Definition swap f i j : orchard t := [ffun k => f (tperm i j k)].
Definition bare f := [forall k, f k == 0%N].

Definition symbol := (tree t + bool)%type.
Notation Colour := inl.
Notation Basket := (inr true).
Notation Raven := (inr false).

Variables (die : finType) (shows : die -> symbol) (b : nat).
Definition faces (y : symbol) : nat := #|[set x | shows x == y]|.
Notation c i := (faces (Colour i))%:R.
Notation B := (faces Basket)%:R.
Notation W := (faces Raven)%:R.
Notation F := (#|die|%:R : rat).

Definition strategy := seq die -> nat -> nat -> orchard t -> option (tree t).

Definition take f (choice : option (tree t)) := if choice is Some i then less f i else f.

Fixpoint use (s : nat -> orchard t -> option (tree t)) picks f :=
  if picks is picks'.+1 then use s picks' (take f (s picks f)) else f.

Definition roll (s : strategy) past x r f : nat * orchard t :=
  match shows x with
  | Colour i => (r, less f i)
  | Basket => (r, use (s (x :: past) r) b f)
  | Raven => (r.-1, f)
  end.

Inductive outcome := Won | Lost | Unfinished.

Fixpoint play (s : strategy) past rolls r f : outcome :=
  if bare f then Won else if r == 0%N then Lost else
  if rolls is x :: others
  then let: (r', f') := roll s past x r f in play s (x :: past) others r' f'
  else Unfinished.

Definition share (event : outcome -> bool) s past n r f : rat :=
  #|[set rolls : n.-tuple die | event (play s past rolls r f)]|%:R / F ^+ n.

Definition won o := if o is Won then true else false.
Definition over o := if o is Unfinished then false else true.
Definition chance_to_have_won s n r f := share won s [::] n r f.
Definition chance_to_be_over s n r f := share over s [::] n r f.

(* -- *)
Lemma lessE f i k : less f i k = (f k - (k == i))%N. Proof. by rewrite ffunE. Qed.

Lemma bareP f : reflect (forall k, f k = 0%N) (bare f).
Proof. by apply: (iffP forallP) => h k; apply/eqP; rewrite ?h //; apply/eqP. Qed.

Lemma nbareP f : reflect (exists k, 0 < f k)%N (~~ bare f).
Proof. by rewrite negb_forall; apply: (iffP existsP) => -[k h]; exists k; move: h; rewrite lt0n. Qed.

Lemma sum_faces (G : symbol -> rat) :
  \sum_x G (shows x) = \sum_i c i * G (Colour i) + B * G Basket + W * G Raven.
Proof.
rewrite (partition_big shows xpredT) //= big_sumType big_bool /= -addrA.
congr (_ + (_ + _)); [apply: eq_bigr => i _|..]; rewrite /faces -sum1dep_card natr_sum mulr_suml;
  by apply: eq_bigr => x /eqP ->; rewrite mul1r.
Qed.

Lemma F_faces : F = \sum_i c i + B + W.
Proof.
rewrite -sum1_card natr_sum (sum_faces (fun=> 1)) !mulr1; by under eq_bigr do rewrite mulr1.
Qed.

Lemma count_first n (P : seq die -> bool) :
  #|[set w : n.+1.-tuple die | P w]| = (\sum_x #|[set w : n.-tuple die | P (x :: w)]|)%N.
Proof.
under eq_bigr do rewrite -sum1dep_card.
rewrite -sum1dep_card pair_big_dep /=.
rewrite (reindex (fun p : die * n.-tuple die => cons_tuple p.1 p.2)) //=.
exists (fun w => (thead w, [tuple of behead w])) => [[x w] _ | w _] /=.
  by congr (_, _); apply: val_inj.
by case/tupleP: w => x w; apply: val_inj.
Qed.

Hypothesis die_has_faces : (0 < #|die|)%N.
Lemma F_gt0 : 0 < F. Proof. by rewrite ltr0n. Qed.

Lemma share_bare (event : outcome -> bool) s past n r f : event Won -> bare f -> share event s past n r f = 1.
Proof.
move=> e bf; rewrite /share (_ : [set _ | _] = setT) ?cardsT ?card_tuple; last first.
  by apply/setP => w; rewrite !inE; case: (tval w) => [|x l] /=; rewrite bf.
by rewrite natrX divff // expf_neq0 // gt_eqF ?F_gt0.
Qed.

Lemma share_lost (event : outcome -> bool) s past n f :
  ~~ bare f -> share event s past n 0%N f = (event Lost)%:R.
Proof.
move=> /negbTE bf; have e w : event (play s past w 0%N f) = event Lost by case: w => [|x l] /=; rewrite bf.
case: (boolP (event Lost)) => h; rewrite /share.
  rewrite (_ : [set _ | _] = setT) ?cardsT ?card_tuple ?natrX ?divff //.
    by rewrite expf_neq0 // gt_eqF ?F_gt0.
  by apply/setP => w; rewrite !inE e.
rewrite (_ : [set _ | _] = set0) ?cards0 ?mul0r //.
by apply/setP => w; rewrite !inE e (negbTE h).
Qed.

Lemma share_start (event : outcome -> bool) s past r f :
  ~~ event Unfinished -> ~~ bare f -> (0 < r)%N -> share event s past 0%N r f = 0.
Proof.
move=> e /negbTE bf r0; rewrite /share (_ : [set _ | _] = set0) ?cards0 ?mul0r //.
by apply/setP => w; rewrite !inE tuple0 /= bf (gtn_eqF r0) (negbTE e).
Qed.

Lemma share_roll (event : outcome -> bool) s past n r f : ~~ bare f -> (0 < r)%N ->
  share event s past n.+1 r f
  = (\sum_x let: (r', f') := roll s past x r f in share event s (x :: past) n r' f') / F.
Proof.
move=> /negbTE bf r0; rewrite /share exprS invfM mulrCA [RHS]mulrC; congr (_ * _).
rewrite (count_first n (fun w => event (play s past w r f))) natr_sum mulr_suml.
by apply: eq_bigr => x _ /=; rewrite bf (gtn_eqF r0); case: roll.
Qed.

Definition operator := (orchard t -> rat) -> orchard t -> rat.

Fixpoint value (lost : bool) (basket : nat -> nat -> operator) n r f {struct n} : rat :=
  if bare f then 1 else
  if r is r'.+1 then
    if n is n'.+1 then
      (\sum_i c i * value lost basket n' r (less f i)
       + B * basket n' r (value lost basket n' r) f
       + W * value lost basket n' r' f) / F
    else 0
  else lost%:R.

Section Value.
Variables (lost : bool) (basket : nat -> nat -> operator).
Notation V := (value lost basket).

Lemma value_bare n r f : bare f -> V n r f = 1. Proof. by case: n => [|n] /= ->. Qed.

Lemma value_lost n f : ~~ bare f -> V n 0%N f = lost%:R. Proof. by case: n => [|n] /= /negbTE ->. Qed.

Lemma value_start r f : ~~ bare f -> (0 < r)%N -> V 0%N r f = 0. Proof. by case: r => //= r /negbTE ->. Qed.

Lemma value_roll n r f : ~~ bare f ->
  F * V n.+1 r.+1 f
  = \sum_i c i * V n r.+1 (less f i) + B * basket n r.+1 (V n r.+1) f + W * V n r f.
Proof. by move=> /negbTE bf /=; rewrite bf mulrC divfK // gt_eqF ?F_gt0. Qed.

(* -- what a roll keeps -- *)
Record falling U : Prop := Falling {
  one_if_bare : forall f, bare f -> U f = 1;
  fewer : forall f i, U f <= U (less f i) }.
Definition symmetric U := forall f i j, U (swap f i j) = U f.

Lemma bare_less f i : bare f -> bare (less f i).
Proof. by move=> /bareP h; apply/bareP => k; rewrite lessE h. Qed.

Lemma lessC f i k : less (less f i) k = less (less f k) i.
Proof. by apply/ffunP => l; rewrite !ffunE subnAC. Qed.

Lemma at_most_1 U f : falling U -> U f <= 1.
Proof.
move=> o; have [s] := ubnP (\sum_k f k)%N; elim: s f => // s IH f hs.
have [b0|/nbareP[i hi]] := boolP (bare f); first by rewrite (one_if_bare o b0).
rewrite ltnS in hs; apply: le_trans (fewer o f i) (IH _ (leq_trans _ hs)).
rewrite (bigD1 i) //= [X in (_ < X)%N](bigD1 i) //= lessE eqxx subn1.
by rewrite (eq_bigr f) ?ltn_add2r ?prednK // => k ki; rewrite lessE (negbTE ki) subn0.
Qed.

Lemma bare_swap f i j : bare (swap f i j) = bare f.
Proof.
apply/bareP/bareP => h k; last by rewrite ffunE h.
by have := h (tperm i j k); rewrite ffunE tpermK.
Qed.

Lemma less_swap f i j k : less (swap f i j) k = swap (less f (tperm i j k)) i j.
Proof. by apply/ffunP => l; rewrite !ffunE (inj_eq (@perm_inj _ _)). Qed.

Lemma F_ge0 (y : symbol) : 0 <= (faces y)%:R :> rat. Proof. exact: ler0n. Qed.

Lemma falling_roll n : (forall r, falling (V n r)) -> (forall r, falling (basket n r (V n r))) ->
  forall r, falling (V n.+1 r).
Proof.
move=> oV oP r; split=> [f bf|f i]; first exact: value_bare.
case: r => [|r].
  have [bf|bf] := boolP (bare f); first by rewrite !value_bare ?bare_less.
  have [bi|bi] := boolP (bare (less f i)); last by rewrite !value_lost.
  by rewrite (value_bare _ _ bi) value_lost // lern1 leq_b1.
have [bf|bf] := boolP (bare f); first by rewrite !value_bare ?bare_less.
rewrite -(ler_pmul2l F_gt0) value_roll //.
have [bi|bi] := boolP (bare (less f i)).
  rewrite (value_bare _ _ bi) mulr1 F_faces; apply: ler_add; first apply: ler_add.
  - apply: ler_sum => k _; exact: ler_pimulr (F_ge0 _) (at_most_1 _ (oV _)).
  - exact: ler_pimulr (F_ge0 _) (at_most_1 _ (oP _)).
  - exact: ler_pimulr (F_ge0 _) (at_most_1 _ (oV _)).
rewrite value_roll //; apply: ler_add; first apply: ler_add.
- by apply: ler_sum => k _; rewrite lessC; apply: ler_wpmul2l (F_ge0 _) _ _ (fewer (oV _) _ _).
- exact: ler_wpmul2l (F_ge0 _) _ _ (fewer (oP _) _ _).
- exact: ler_wpmul2l (F_ge0 _) _ _ (fewer (oV _) _ _).
Qed.

Lemma falling_start r : falling (V 0%N r).
Proof.
split=> [f bf|f i]; first exact: value_bare.
have [bf|bf] := boolP (bare f); first by rewrite !value_bare ?bare_less.
case: r => [|r]; last by rewrite (value_start bf) //=; case: ifP; rewrite ?ler01.
have [bi|bi] := boolP (bare (less f i)); last by rewrite !value_lost.
by rewrite (value_bare _ _ bi) value_lost // lern1 leq_b1.
Qed.

Lemma symmetric_start r : symmetric (V 0%N r).
Proof. by move=> f i j /=; rewrite bare_swap. Qed.

Definition equal_colours := forall i j, faces (Colour i) = faces (Colour j).

Lemma symmetric_roll n : equal_colours -> (forall r, symmetric (V n r)) -> (forall r, symmetric (basket n r (V n r))) ->
  forall r, symmetric (V n.+1 r).
Proof.
move=> same sV sP [|r] f i j /=; rewrite bare_swap; case: ifP => // _.
congr (_ / _); rewrite sP sV; congr (_ + _ + _); rewrite [RHS](reindex_inj (@perm_inj _ (tperm i j))) /=.
by apply: eq_bigr => k _; rewrite less_swap sV (same _ k).
Qed.

End Value.
End Game.
