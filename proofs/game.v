(* The game, as its rules say it, and the chance of having won within n rolls.

   What a reader has to believe is the first part, up to "What follows from the rules": it has definitions alone. From
   it come equation (2) of notebook 6, for a strategy and for the best one, and the half of Lemma 3 that needs no fair
   die.

   All numbers are exact: whole numbers, and fractions (rat). A number that is followed by %N is whole. *)
From mathcomp Require Import all_ssreflect fingroup perm ssralg ssrnum ssrint rat.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* One of t trees, and an orchard: how much fruit is on each of them. *)
Notation tree := ordinal.
Notation orchard t := {ffun tree t -> nat}.

(* What a face of the die can show. *)
Notation symbol t := (tree t + bool)%type.
Notation Colour := inl.
Notation Basket := (inr true).
Notation Raven := (inr false).

Section Game.
Variable t : nat.
Implicit Types (f g : orchard t) (i j m : tree t) (U : orchard t -> rat).

(* A fruit less on tree i, or f itself if tree i is bare; a fruit more; trees i and j change places. *)
Definition less f i : orchard t := [ffun m => f m - (m == i)]%N.
Definition more f i : orchard t := [ffun m => f m + (m == i)]%N.
Definition swap f i j : orchard t := [ffun m => f (tperm i j m)].
Definition bare f := [forall m, f m == 0%N].

(* Any die: a finite number of faces, all equally likely, and what each of them shows. A basket allows b picks. *)
Variables (die : finType) (shows : die -> symbol t) (b : nat).
Definition faces (y : symbol t) : nat := #|[set x | shows x == y]|.
Definition equal_colours := forall i j, faces (Colour i) = faces (Colour j).

(* A strategy may look at all rolls so far, the last one first (so it can count them), at the raven's steps left, at
   the picks left in this basket, and at the orchard. It names a tree, or none: then the pick is not used. Nor is it
   if the tree that it names is bare. *)
Definition strategy := seq die -> nat -> nat -> orchard t -> option (tree t).

Definition take f (choice : option (tree t)) := if choice is Some i then less f i else f.

Fixpoint use (s : nat -> orchard t -> option (tree t)) picks f :=
  if picks is rest.+1 then use s rest (take f (s picks f)) else f.

(* The raven's steps left, and the orchard, after a roll of x. *)
Definition after_roll (s : strategy) past x r f : nat * orchard t :=
  match shows x with
  | Colour i => (r, less f i)
  | Basket => (r, use (s (x :: past) r) b f)
  | Raven => (r.-1, f)
  end.

Inductive outcome := Won | Lost | Unfinished.

Fixpoint play (s : strategy) past rolls r f : outcome :=
  if bare f then Won else if r == 0%N then Lost else
  if rolls is x :: others
  then let: (r', f') := after_roll s past x r f in play s (x :: past) others r' f'
  else Unfinished.

(* The share of all sequences of n rolls after which something is true. All sequences are equally likely. *)
Definition share (event : outcome -> bool) s past n r f : rat :=
  #|[set rolls : n.-tuple die | event (play s past rolls r f)]|%:R / #|die|%:R ^+ n.

Definition won o := if o is Won then true else false.
Definition over o := if o is Unfinished then false else true.
Definition chance_to_have_won s n r f := share won s [::] n r f.
Definition chance_to_be_over s n r f := share over s [::] n r f.

(* Equation (2) of the page, solved for V_{n+1}, for any way to use baskets: `basket n r` says what an orchard is
   worth before a basket, if U says what it is worth after it, n rolls are left and the raven has r steps. At r = 0
   the game is lost; that counts as 0 if we ask whether it is won (lost = false), and as 1 if we ask whether it is
   over (lost = true). *)
Definition operator := (orchard t -> rat) -> orchard t -> rat.
Notation c i := (faces (Colour i))%:R.
Notation B := (faces Basket)%:R.
Notation W := (faces Raven)%:R.
Notation F := (#|die|%:R : rat).

Fixpoint value (lost : bool) (basket : nat -> nat -> operator) n r f {struct n} : rat :=
  if bare f then 1 else
  if r is r'.+1 then
    if n is n'.+1 then
      (\sum_i c i * value lost basket n' r (less f i)
       + B * basket n' r (value lost basket n' r) f
       + W * value lost basket n' r' f) / F
    else 0
  else lost%:R.

(* ---------------------------------- What follows from the rules ---------------------------------- *)

Lemma le_of_eq (x y : rat) : x = y -> x <= y. Proof. by move=> ->. Qed.

(* Fruit, more and less. *)
Lemma lessE f i m : less f i m = (f m - (m == i))%N. Proof. by rewrite ffunE. Qed.
Lemma moreE g i m : more g i m = (g m + (m == i))%N. Proof. by rewrite ffunE. Qed.
Lemma less_self f i : less f i i = (f i).-1. Proof. by rewrite lessE eqxx subn1. Qed.
Lemma less_other f i m : m != i -> less f i m = f m. Proof. by rewrite lessE => /negbTE ->; rewrite subn0. Qed.
Lemma more_self g i : more g i i = (g i).+1. Proof. by rewrite moreE eqxx addn1. Qed.
Lemma more_other g i m : m != i -> more g i m = g m. Proof. by rewrite moreE => /negbTE ->; rewrite addn0. Qed.
Lemma less_le f i m : (less f i m <= f m)%N. Proof. by rewrite lessE leq_subr. Qed.
Lemma less_ge f i m : ((f m).-1 <= less f i m)%N. Proof. by rewrite lessE -subn1 leq_sub2l // leq_b1. Qed.

Lemma lessC f i m : less (less f i) m = less (less f m) i.
Proof. by apply/ffunP => l; rewrite !ffunE subnAC. Qed.

Lemma less_more g i : less (more g i) i = g.
Proof. by apply/ffunP => l; rewrite !ffunE addnK. Qed.

Lemma more_less f i : (0 < f i)%N -> more (less f i) i = f.
Proof. by move=> h; apply/ffunP => l; rewrite !ffunE; case: eqP => [->|_]; rewrite ?subnK // subn0 addn0. Qed.

Lemma less_moreC g i m : m != i -> less (more g i) m = more (less g m) i.
Proof.
move=> mi; apply/ffunP => l; rewrite !ffunE; case: (eqVneq l m) => [->|_]; last by rewrite !subn0.
by rewrite (negbTE mi) !addn0.
Qed.

Lemma less_empty f i : f i = 0%N -> less f i = f.
Proof. by move=> h; apply/ffunP => l; rewrite lessE; case: eqP => [->|_]; rewrite ?h // subn0. Qed.

(* A tree that had fruit and is bare in f - e_i is i. *)
Lemma last_fruit f i m : (0 < f m)%N -> less f i m = 0%N -> m = i.
Proof. by move=> fm; rewrite lessE; case: eqP => // _; rewrite subn0 => e; rewrite e in fm. Qed.

Lemma bareP f : reflect (forall m, f m = 0%N) (bare f).
Proof. by apply: (iffP forallP) => h m; apply/eqP; rewrite ?h //; apply/eqP. Qed.

Lemma nbareP f : reflect (exists m, 0 < f m)%N (~~ bare f).
Proof. by rewrite negb_forall; apply: (iffP existsP) => -[m h]; exists m; move: h; rewrite lt0n. Qed.

Lemma bare_less f i : bare f -> bare (less f i).
Proof. by move=> /bareP h; apply/bareP => m; rewrite lessE h. Qed.

Lemma nbare_more g i : ~~ bare (more g i).
Proof. by apply/nbareP; exists i; rewrite more_self. Qed.

Lemma bare_use (s : nat -> orchard t -> option (tree t)) picks f : bare f -> bare (use s picks f).
Proof. by elim: picks f => //= k IH f bf; apply: IH; case: (s _ _) => //= i; apply: bare_less. Qed.

(* Trees that change places. *)
Lemma bare_swap f i j : bare (swap f i j) = bare f.
Proof.
apply/bareP/bareP => h m; last by rewrite ffunE h.
by have := h (tperm i j m); rewrite ffunE tpermK.
Qed.

Lemma swapK f i j : swap (swap f i j) i j = f.
Proof. by apply/ffunP => m; rewrite !ffunE tpermK. Qed.

Lemma less_swap f i j m : less (swap f i j) m = swap (less f (tperm i j m)) i j.
Proof. by apply/ffunP => l; rewrite !ffunE (inj_eq (@perm_inj _ _)). Qed.

Lemma swap_same f g i j :
  f i = g j -> f j = g i -> (forall m, m != i -> m != j -> f m = g m) -> f = swap g i j.
Proof.
move=> ij ji other; apply/ffunP => m; rewrite ffunE; have [->|mi] := eqVneq m i; first by rewrite tpermL.
by have [->|mj] := eqVneq m j; [rewrite tpermR | rewrite tpermD 1?eq_sym // other].
Qed.

Lemma more_swap g i j : g i = g j -> more g i = swap (more g j) i j.
Proof.
have [->|ij] := eqVneq i j; first by move=> _; apply: swap_same.
have ji : j != i by rewrite eq_sym.
by move=> e; apply: swap_same => [||m mi mj]; rewrite ?more_self ?more_other ?e.
Qed.

Lemma less_eq_swap f i j : f i = f j -> less f i = swap (less f j) i j.
Proof.
have [->|ij] := eqVneq i j; first by move=> _; apply: swap_same.
have ji : j != i by rewrite eq_sym.
by move=> e; apply: swap_same => [||m mi mj]; rewrite ?less_self ?less_other ?e.
Qed.

(* The faces of the die, one by one and by what they show. *)
Lemma faces_ge0 (y : symbol t) : 0 <= (faces y)%:R :> rat. Proof. exact: ler0n. Qed.

Lemma sum_faces (G : symbol t -> rat) :
  \sum_x G (shows x) = \sum_i c i * G (Colour i) + B * G Basket + W * G Raven.
Proof.
rewrite (partition_big shows xpredT) //= big_sumType big_bool /= -addrA.
congr (_ + (_ + _)); [apply: eq_bigr => i _|..]; rewrite /faces -sum1dep_card natr_sum mulr_suml;
  by apply: eq_bigr => x /eqP ->; rewrite mul1r.
Qed.

(* F = (the faces of all colours) + B + W. *)
Lemma F_faces : F = \sum_i c i + B + W.
Proof.
rewrite -sum1_card natr_sum (sum_faces (fun=> 1)) !mulr1; by under eq_bigr do rewrite mulr1.
Qed.

Hypothesis die_has_faces : (0 < #|die|)%N.
Lemma F_gt0 : 0 < F. Proof. by rewrite ltr0n. Qed.

(* -- The share of the sequences, roll by roll. -- *)

(* Of the sequences of n + 1 rolls, those that begin with x are as many as the sequences of n rolls. *)
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

Lemma share_all (event : outcome -> bool) s past n r f :
  (forall rolls, event (play s past rolls r f)) -> share event s past n r f = 1.
Proof.
move=> all; rewrite /share (_ : [set _ | _] = setT); last by apply/setP => w; rewrite !inE all.
by rewrite cardsT card_tuple natrX divff // expf_neq0 // gt_eqF ?F_gt0.
Qed.

Lemma share_none (event : outcome -> bool) s past n r f :
  (forall rolls : n.-tuple die, ~~ event (play s past rolls r f)) -> share event s past n r f = 0.
Proof.
move=> none; rewrite /share (_ : [set _ | _] = set0) ?cards0 ?mul0r //.
by apply/setP => w; rewrite !inE (negbTE (none w)).
Qed.

Section Event.
Variable event : outcome -> bool.
Hypotheses (event_won : event Won) (not_unfinished : ~~ event Unfinished).
Notation lost := (event Lost).

(* Where nothing is left to roll for, the share is what the value is. *)
Lemma share_base s past basket n r f : [|| bare f, n == 0%N | r == 0%N] ->
  share event s past n r f = value lost basket n r f.
Proof.
have [bf _|bf] := boolP (bare f).
  by rewrite share_all => [|[|x w]]; [case: n => [|n] | |]; rewrite /= bf.
case: r => [_|r]; last first.
  rewrite orbF => /eqP ->; rewrite /= (negbTE bf); apply: share_none => w.
  by rewrite tuple0 /= (negbTE bf).
have playE w : play s past w 0%N f = Lost by case: w => [|x w] /=; rewrite (negbTE bf).
have -> : value lost basket n 0%N f = lost%:R by case: n => [|n] /=; rewrite (negbTE bf).
by case: (boolP lost) => l; [apply: share_all | apply: share_none] => w; rewrite playE.
Qed.

Lemma share_roll s past n r f : ~~ bare f -> (0 < r)%N ->
  share event s past n.+1 r f
  = (\sum_x let: (r', f') := after_roll s past x r f in share event s (x :: past) n r' f') / F.
Proof.
move=> /negbTE bf r0; rewrite /share exprS invfM mulrCA [RHS]mulrC; congr (_ * _).
rewrite (count_first n (fun w => event (play s past w r f))) natr_sum mulr_suml.
by apply: eq_bigr => x _ /=; rewrite bf (gtn_eqF r0); case: after_roll.
Qed.

(* Equation (2), face by face instead of symbol by symbol. *)
Lemma value_faces basket n r f : ~~ bare f -> (0 < r)%N ->
  value lost basket n.+1 r f
  = (\sum_x match shows x with
            | Colour i => value lost basket n r (less f i)
            | Basket => basket n r (value lost basket n r) f
            | Raven => value lost basket n r.-1 f
            end) / F.
Proof.
case: r => // r /negbTE bf _ /=; rewrite bf -(sum_faces (fun y => match y with
  | Colour i => value lost basket n r.+1 (less f i)
  | Basket => basket n r.+1 (value lost basket n r.+1) f
  | Raven => value lost basket n r f end)).
by congr (_ / _); apply: eq_bigr => x _; case: (shows x) => [i|[]].
Qed.

(* If no use of a basket that s makes is worth more than `basket` says, s does not do better than the value. *)
Lemma share_le s past basket n r f :
  (forall past n r f, value lost basket n r (use (s past r) b f) <= basket n r (value lost basket n r) f) ->
  share event s past n r f <= value lost basket n r f.
Proof.
move=> le_basket; elim: n past r f => [|n IH] past r f; first by rewrite (share_base _ _ basket) //= orbT.
have [bf|bf] := boolP (bare f); first by rewrite (share_base _ _ basket) // bf.
have [->|r0] := posnP r; first by rewrite (share_base _ _ basket) // !orbT.
rewrite share_roll // value_faces // ler_pmul2r ?invr_gt0 ?F_gt0 //; apply: ler_sum => x _.
rewrite /after_roll; case: (shows x) => [i|[]]; [exact: IH | | exact: IH].
exact: le_trans (IH _ _ _) (le_basket _ _ _ _).
Qed.

(* If each is worth at least that much, s does at least as well. *)
Lemma share_ge s past basket n r f :
  (forall past n r f, basket n r (value lost basket n r) f <= value lost basket n r (use (s past r) b f)) ->
  value lost basket n r f <= share event s past n r f.
Proof.
move=> le_basket; elim: n past r f => [|n IH] past r f; first by rewrite (share_base _ _ basket) //= orbT.
have [bf|bf] := boolP (bare f); first by rewrite (share_base _ _ basket) // bf.
have [->|r0] := posnP r; first by rewrite (share_base _ _ basket) // !orbT.
rewrite share_roll // value_faces // ler_pmul2r ?invr_gt0 ?F_gt0 //; apply: ler_sum => x _.
rewrite /after_roll; case: (shows x) => [i|[]]; [exact: IH | | exact: IH].
exact: le_trans (le_basket _ _ _ _) (IH _ _ _).
Qed.
End Event.

(* -- (a) and symmetry, and that a roll keeps them. -- *)

(* U(0) = 1, and (a) fewer is better. (On a bare tree (a) says nothing: there `less f i` is f.) *)
Record falling U : Prop := Falling {
  one_if_bare : forall f, bare f -> U f = 1;
  fewer : forall f i, U f <= U (less f i) }.

(* U stays the same when trees change places. *)
Definition symmetric U := forall f i j, U (swap f i j) = U f.

Lemma same_stock U f i j : symmetric U -> f i = f j -> U (less f i) = U (less f j).
Proof. by move=> sU e; rewrite (less_eq_swap e) sU. Qed.

(* By (a), U is at most 1. *)
Lemma at_most_1 U f : falling U -> U f <= 1.
Proof.
move=> o; have [s] := ubnP (\sum_m f m)%N; elim: s f => // s IH f hs.
have [bf|/nbareP[i fi]] := boolP (bare f); first by rewrite (one_if_bare o bf).
rewrite ltnS in hs; apply: le_trans (fewer o f i) (IH _ (leq_trans _ hs)).
rewrite (bigD1 i) //= [X in (_ < X)%N](bigD1 i) //= less_self.
by rewrite (eq_bigr f) ?ltn_add2r ?prednK // => m mi; rewrite less_other.
Qed.

Section Value.
Variables (lost : bool) (basket : nat -> nat -> operator).
Notation V := (value lost basket).

Lemma value_bare n r f : bare f -> V n r f = 1. Proof. by case: n => [|n] /= ->. Qed.
Lemma value_lost n f : ~~ bare f -> V n 0%N f = lost%:R. Proof. by case: n => [|n] /= /negbTE ->. Qed.
Lemma value_start r f : ~~ bare f -> (0 < r)%N -> V 0%N r f = 0. Proof. by case: r => //= r /negbTE ->. Qed.

(* (2) *)
Lemma value_roll n r f : ~~ bare f ->
  F * V n.+1 r.+1 f
  = \sum_i c i * V n r.+1 (less f i) + B * basket n r.+1 (V n r.+1) f + W * V n r f.
Proof. by move=> /negbTE bf /=; rewrite bf mulrC divfK // gt_eqF ?F_gt0. Qed.

(* Lemma 1, (a): the right side is 1, or both are the same. *)
Lemma falling_constant n r : (n == 0%N) || (r == 0%N) -> falling (V n r).
Proof.
move=> nr; split=> [f bf|f i]; first exact: value_bare.
have [bf|bf] := boolP (bare f); first by rewrite !value_bare ?bare_less.
have [bi|bi] := boolP (bare (less f i)).
  rewrite (value_bare _ _ bi); case: r nr => [_|r].
    by rewrite value_lost // lern1 leq_b1.
  by rewrite orbF => /eqP ->; rewrite value_start.
by case: r nr => [_|r]; [rewrite !value_lost | rewrite orbF => /eqP ->; rewrite !value_start].
Qed.

(* Lemma 3, (a): we compare face by face. *)
Lemma falling_roll n : (forall r, falling (V n r)) -> (forall r, falling (basket n r (V n r))) ->
  forall r, falling (V n.+1 r).
Proof.
move=> oV oP [|r]; first exact: falling_constant; split=> [f bf|f i]; first exact: value_bare.
have [bf|bf] := boolP (bare f); first by rewrite !value_bare ?bare_less.
rewrite -(ler_pmul2l F_gt0) value_roll //.
have [bi|bi] := boolP (bare (less f i)).
  rewrite (value_bare _ _ bi) mulr1 F_faces; apply: ler_add; first apply: ler_add.
  - by apply: ler_sum => m _; apply: ler_pimulr (faces_ge0 _) (at_most_1 _ (oV _)).
  - exact: ler_pimulr (faces_ge0 _) (at_most_1 _ (oP _)).
  - exact: ler_pimulr (faces_ge0 _) (at_most_1 _ (oV _)).
rewrite value_roll //; apply: ler_add; first apply: ler_add.
- by apply: ler_sum => m _; rewrite lessC; apply: ler_wpmul2l (faces_ge0 _) _ _ (fewer (oV _) _ _).
- exact: ler_wpmul2l (faces_ge0 _) _ _ (fewer (oP _) _ _).
- exact: ler_wpmul2l (faces_ge0 _) _ _ (fewer (oV _) _ _).
Qed.

Lemma symmetric_start r : symmetric (V 0%N r).
Proof. by move=> f i j /=; rewrite bare_swap. Qed.

(* Lemma 3: symmetry is plain, as all colours have as many faces. *)
Lemma symmetric_roll n : equal_colours ->
  (forall r, symmetric (V n r)) -> (forall r, symmetric (basket n r (V n r))) -> forall r, symmetric (V n.+1 r).
Proof.
move=> same sV sP [|r] f i j /=; rewrite bare_swap; case: ifP => // _.
congr (_ / _); rewrite sP sV; congr (_ + _ + _); rewrite [RHS](reindex_inj (@perm_inj _ (tperm i j))) /=.
by apply: eq_bigr => m _; rewrite less_swap sV (same _ m).
Qed.
End Value.
End Game.
