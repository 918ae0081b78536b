From mathcomp Require Import all_ssreflect fingroup perm ssralg ssrnum ssrint rat.
From Orchard Require Import game.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Theorem1.
Variable t : nat.
Implicit Types (f g : orchard t) (i j m : tree t) (U : orchard t -> rat).

Record orderly U : Prop := Orderly {
  orderly_falling :> falling U;
  orderly_symmetric : symmetric U;
  even : forall g i j, (g j <= g i)%N -> U (more g i) <= U (more g j) }.

Lemma moreE g i k : more g i k = (g k + (k == i))%N. Proof. by rewrite ffunE. Qed.

Lemma less_more g i : less (more g i) i = g.
Proof. by apply/ffunP => l; rewrite !ffunE addnK. Qed.

Lemma more_less f i : (0 < f i)%N -> more (less f i) i = f.
Proof. by move=> h; apply/ffunP => l; rewrite !ffunE; case: eqP => [->|_]; rewrite ?subnK // subn0 addn0. Qed.

Lemma less_moreC g i k : k != i -> less (more g i) k = more (less g k) i.
Proof.
move=> ki; apply/ffunP => l; rewrite !ffunE; case: (eqVneq l k) => [->|_]; last by rewrite !subn0.
by rewrite (negbTE ki) !addn0.
Qed.

Lemma less_bare f i : f i = 0%N -> less f i = f.
Proof. by move=> h; apply/ffunP => l; rewrite lessE; case: eqP => [->|_]; rewrite ?h // subn0. Qed.

Lemma nbare_more g i : ~~ bare (more g i).
Proof. by apply/nbareP; exists i; rewrite moreE eqxx addn1. Qed.

Lemma more_swap g i j : g i = g j -> more g i = swap (more g j) i j.
Proof.
move=> h; apply/ffunP => l; rewrite !ffunE.
have [->|li] := eqVneq l i; first by rewrite tpermL eqxx h.
have [e|lj] := eqVneq l j; first by rewrite e tpermR h -e eq_sym (negbTE li).
by rewrite tpermD 1?eq_sym // [j == l]eq_sym ?(negbTE lj).
Qed.

Lemma even_if_lower U : falling U -> symmetric U ->
  (forall g i j, (g j < g i)%N -> U (more g i) <= U (more g j)) -> orderly U.
Proof.
move=> fU sU h; split=> // g i j; rewrite leq_eqVlt => /orP[/eqP e|]; last exact: h.
by rewrite (more_swap (esym e)) sU.
Qed.

Lemma fuller_is_better U f i j : orderly U -> (f j <= f i)%N -> (0 < f j)%N -> U (less f j) <= U (less f i).
Proof.
move=> o ji fj; have [->//|ij] := eqVneq i j.
have gi : (0 < less f j i)%N by rewrite lessE (negbTE ij) subn0 (leq_trans fj).
have gj : (0 < less f i j)%N by rewrite lessE eq_sym (negbTE ij) subn0.
rewrite -(more_less gi) -(more_less gj) lessC; apply: (even o).
by rewrite !lessE !eqxx (negbTE ij) eq_sym (negbTE ij) !subn0 leq_sub2r.
Qed.

(* picks *)
Definition best : operator t := fun U f =>
  if [pick i | (0 < f i)%N] is Some i then U (less f [arg max_(k > i | (0 < f k)%N) U (less f k)]%O) else 1.
Definition worst : operator t := fun U f =>
  if [pick i | (0 < f i)%N] is Some i then U (less f [arg min_(k < i | (0 < f k)%N) U (less f k)]%O) else 1.

Lemma best_bare U f : bare f -> best U f = 1.
Proof. by rewrite /best => /bareP h; case: pickP => // i; rewrite h. Qed.
Lemma worst_bare U f : bare f -> worst U f = 1.
Proof. by rewrite /worst => /bareP h; case: pickP => // i; rewrite h. Qed.

Lemma bestP U f : ~~ bare f ->
  exists2 i, (0 < f i)%N & best U f = U (less f i) /\ forall k, (0 < f k)%N -> U (less f k) <= U (less f i).
Proof.
rewrite /best => /nbareP[k fk]; case: pickP => [i fi|/(_ k)]; last by rewrite fk.
by case: arg_maxP => // m fm h; exists m.
Qed.

Lemma worstP U f : ~~ bare f ->
  exists2 i, (0 < f i)%N & worst U f = U (less f i) /\ forall k, (0 < f k)%N -> U (less f i) <= U (less f k).
Proof.
rewrite /worst => /nbareP[k fk]; case: pickP => [i fi|/(_ k)]; last by rewrite fk.
by case: arg_minP => // m fm h; exists m.
Qed.

Lemma best_ge U f i : (0 < f i)%N -> U (less f i) <= best U f.
Proof. by move=> fi; have [|k _ [-> h]] := @bestP U f; [apply/nbareP; exists i | apply: h]. Qed.
Lemma worst_le U f i : (0 < f i)%N -> worst U f <= U (less f i).
Proof. by move=> fi; have [|k _ [-> h]] := @worstP U f; [apply/nbareP; exists i | apply: h]. Qed.

Lemma best_swap U f i j : symmetric U -> best U (swap f i j) = best U f.
Proof.
move=> sU; wlog suff le_ : f / best U (swap f i j) <= best U f.
  apply: le_anti; rewrite le_ /=; have := le_ (swap f i j); rewrite (_ : swap (swap f i j) i j = f) //.
  by apply/ffunP => k; rewrite !ffunE tpermK.
have [bf|bf] := boolP (bare f); first by rewrite !best_bare ?bare_swap.
have [|k fk [-> _]] := @bestP U (swap f i j); first by rewrite bare_swap.
by rewrite less_swap sU; apply: best_ge; rewrite ffunE in fk.
Qed.

Lemma worst_swap U f i j : symmetric U -> worst U (swap f i j) = worst U f.
Proof.
move=> sU; wlog suff le_ : f / worst U f <= worst U (swap f i j).
  apply: le_anti; rewrite le_ andbT; have := le_ (swap f i j); rewrite (_ : swap (swap f i j) i j = f) //.
  by apply/ffunP => k; rewrite !ffunE tpermK.
have [bf|bf] := boolP (bare f); first by rewrite !worst_bare ?bare_swap.
have [|k fk [-> _]] := @worstP U (swap f i j); first by rewrite bare_swap.
by rewrite less_swap sU; apply: worst_le; rewrite ffunE in fk.
Qed.

(* Where a pick from m was possible and is not in f - e_i, m is i and f_i = 1. *)
Lemma last_fruit f i m : (0 < f m)%N -> less f i m = 0%N -> m = i.
Proof. by move=> fm; rewrite lessE; case: eqP => // _; rewrite subn0 => e; rewrite e in fm. Qed.

Lemma falling_best U : falling U -> falling (best U).
Proof.
move=> o; split=> [f|f i]; first exact: best_bare.
have [bf|bf] := boolP (bare f); first by rewrite !best_bare ?bare_less.
have [m fm [-> _]] := bestP U bf.
have [bi|bi] := boolP (bare (less f i)); first by rewrite (best_bare _ bi) (at_most_1 _ o).
have [/(last_fruit fm)->|h] := posnP (less f i m); last first.
  by apply: le_trans (best_ge _ h); rewrite lessC; apply: (fewer o).
by have /nbareP[k hk] := bi; apply: le_trans (fewer o _ k) (best_ge _ hk).
Qed.

Lemma falling_worst U : falling U -> falling (worst U).
Proof.
move=> o; split=> [f|f i]; first exact: worst_bare.
have [bf|bf] := boolP (bare f); first by rewrite !worst_bare ?bare_less.
have [bi|bi] := boolP (bare (less f i)).
  by rewrite (worst_bare _ bi); have [m _ [-> _]] := worstP U bf; apply: at_most_1 o.
have [m fm [-> _]] := worstP U bi; rewrite lessC; apply: le_trans (fewer o _ i).
by apply: worst_le; move: fm; rewrite lessE => /leq_trans; apply; apply: leq_subr.
Qed.

Lemma Lemma2 U : orderly U -> orderly (best U).
Proof.
move=> o; apply: even_if_lower => [|f i j|g i j gij]; first exact: falling_best o.
  exact: best_swap (orderly_symmetric o).
have ij : i != j by apply: contraTneq gij => ->; rewrite ltnn.
have [m ym [-> _]] := bestP U (nbare_more g i).
have [mi|mi] := eqVneq m i.
  rewrite mi less_more -{1}(less_more g j); apply: best_ge; by rewrite moreE eqxx addn1.
have gm : (0 < g m)%N by move: ym; rewrite moreE (negbTE mi) addn0.
have [mj|mj] := eqVneq m j.
  rewrite mj in gm *; apply: (@le_trans _ _ (U g)); last first.
    by rewrite -{1}(less_more g j); apply: best_ge; rewrite moreE eqxx addn1.
  rewrite less_moreC 1?eq_sym // -{2}(more_less gm); apply: (even o).
  by rewrite !lessE eqxx (negbTE ij) subn0 (leq_trans (leq_subr _ _)) // ltnW.
apply: (@le_trans _ _ (U (less (more g j) m))); last by apply: best_ge; rewrite moreE (negbTE mj) addn0.
rewrite !less_moreC //; apply: (even o).
by rewrite !lessE [i == m]eq_sym [j == m]eq_sym (negbTE mi) (negbTE mj) !subn0 ltnW.
Qed.

Lemma Lemma2_worst U : orderly U -> orderly (worst U).
Proof.
move=> o; apply: even_if_lower => [|f i j|g i j gij]; first exact: falling_worst o.
  exact: worst_swap (orderly_symmetric o).
have ij : i != j by apply: contraTneq gij => ->; rewrite ltnn.
have [m xm [-> _]] := worstP U (nbare_more g j).
have [mj|mj] := eqVneq m j.
  rewrite mj less_more -{2}(less_more g i); apply: worst_le; by rewrite moreE eqxx addn1.
have gm : (0 < g m)%N by move: xm; rewrite moreE (negbTE mj) addn0.
have [mi|mi] := eqVneq m i.
  rewrite mi in gm *; apply: (@le_trans _ _ (U g)).
    by rewrite -{2}(less_more g i); apply: worst_le; rewrite moreE eqxx addn1.
  rewrite less_moreC // -{1}(more_less gm); apply: (even o).
  by rewrite !lessE eqxx eq_sym (negbTE ij) subn0 subn1 -ltnS prednK.
apply: (@le_trans _ _ (U (less (more g i) m))); first by apply: worst_le; rewrite moreE (negbTE mi) addn0.
rewrite !less_moreC //; apply: (even o).
by rewrite !lessE [i == m]eq_sym [j == m]eq_sym (negbTE mi) (negbTE mj) !subn0 ltnW.
Qed.

Lemma even_colours U g i j : orderly U -> (g j < g i)%N ->
  \sum_m U (less (more g i) m) <= \sum_m U (less (more g j) m).
Proof.
move=> o gij; have ij : i != j by apply: contraTneq gij => ->; rewrite ltnn.
have ji : j != i by rewrite eq_sym.
have gi : (0 < g i)%N by apply: leq_ltn_trans gij.
rewrite (reindex_inj (@perm_inj _ (tperm i j))) /=; apply: ler_sum => m _.
have [->|mi] := eqVneq m i.
  rewrite tpermL less_moreC // [X in _ <= _ X]less_moreC //; apply: (@le_trans _ _ (U g)).
    have [gj0|gj] := posnP (g j).
      by rewrite (less_bare gj0) -{2}(less_more g i); apply: fewer o _ _.
    rewrite -{2}(more_less gj); apply: (even o).
    by rewrite !lessE eqxx (negbTE ij) subn0 (leq_trans (leq_subr _ _)) // ltnW.
  rewrite -{1}(more_less gi); apply: (even o).
  by rewrite !lessE eqxx (negbTE ji) subn0 subn1 -ltnS prednK.
have [->|mj] := eqVneq m j; first by rewrite tpermR !less_more.
rewrite tpermD 1?eq_sym // !less_moreC //; apply: (even o).
by rewrite !lessE [i == m]eq_sym [j == m]eq_sym (negbTE mi) (negbTE mj) !subn0 ltnW.
Qed.

Lemma orderly_picks P U k : (forall U, orderly U -> orderly (P U)) -> orderly U -> orderly (iter k P U).
Proof. by move=> h o; elim: k => //= k IH; apply: h. Qed.


Variables (die : finType) (shows : die -> symbol t) (b : nat).
Hypothesis die_has_faces : (0 < #|die|)%N.
Hypothesis same : equal_colours shows.
Notation F := (#|die|%:R : rat).
Notation faces := (faces shows).

Lemma Lemma1 lost basket r : orderly (value shows lost basket 0 r).
Proof.
apply: even_if_lower => [||g i j _]; [exact: falling_start | exact: symmetric_start |].
by case: r => [|r] /=; rewrite !(negbTE (nbare_more _ _)).
Qed.

Section Roll.
Variables (lost : bool) (basket : nat -> nat -> operator t).
Notation V := (value shows lost basket).

Lemma Lemma3 n :
  (forall r U, orderly U -> orderly (basket n r U)) ->
  (forall r, orderly (V n r)) -> forall r, orderly (V n.+1 r).
Proof.
move=> oP oV r; have oPV r' : orderly (basket n r' (V n r')) by apply: oP.
apply: even_if_lower => [||g i j gij].
- exact: falling_roll (fun r => orderly_falling (oV r)) (fun r => orderly_falling (oPV r)) r.
- exact: symmetric_roll same (fun r => orderly_symmetric (oV r)) (fun r => orderly_symmetric (oPV r)) r.
case: r => [|r]; first by rewrite !value_lost ?nbare_more.
rewrite -(ler_pmul2l (F_gt0 die_has_faces)) !value_roll ?nbare_more //.
apply: ler_add; [apply: ler_add|]; last 2 first.
- exact/(ler_wpmul2l (F_ge0 _ _))/(even (oPV _))/ltnW.
- exact/(ler_wpmul2l (F_ge0 _ _))/(even (oV _))/ltnW.
have to_j g' : \sum_m (faces (inl m))%:R * V n r.+1 (less g' m) = (faces (inl j))%:R * \sum_m V n r.+1 (less g' m).
  by rewrite mulr_sumr; apply: eq_bigr => m _; rewrite (same m j).
by rewrite !to_j; apply: ler_wpmul2l (F_ge0 _ _) _ _ (even_colours (oV _) gij).
Qed.

Lemma orderly_value n r : (forall n r U, orderly U -> orderly (basket n r U)) -> orderly (V n r).
Proof. by move=> oP; elim: n r => [|n IH] r; [apply: Lemma1|apply: Lemma3 => // r'; apply: oP]. Qed.
End Roll.

Definition best_value lost := value shows lost (fun _ _ => iter b best).
Definition worst_value lost := value shows lost (fun _ _ => iter b worst).

Lemma orderly_best_value lost n r : orderly (best_value lost n r).
Proof. by apply: orderly_value => *; apply: orderly_picks => // *; apply: Lemma2. Qed.
Lemma orderly_worst_value lost n r : orderly (worst_value lost n r).
Proof. by apply: orderly_value => *; apply: orderly_picks => // *; apply: Lemma2_worst. Qed.

Definition takes_fullest (s : strategy t die) := forall past r k f, ~~ bare f ->
  exists2 i, s past r k f = Some i & forall m, (f m <= f i)%N.
Definition takes_emptiest (s : strategy t die) := forall past r k f, ~~ bare f ->
  exists2 i, s past r k f = Some i & (0 < f i)%N /\ forall m, (0 < f m)%N -> (f i <= f m)%N.
Definition uses_every_pick (s : strategy t die) := forall past r k f, ~~ bare f ->
  exists2 i, s past r k f = Some i & (0 < f i)%N.

Lemma bare_use (s : nat -> orchard t -> option (tree t)) k f : bare f -> bare (use s k f).
Proof. by elim: k f => //= k IH f bf; apply: IH; case: (s _ _) => //= i; apply: bare_less. Qed.

(* No use of a basket is worth more than the best one. *)
Lemma use_le_best (s : nat -> orchard t -> option (tree t)) U k f : orderly U -> U (use s k f) <= iter k best U f.
Proof.
move=> o; elim: k f => //= k IH f; have oP := orderly_picks k Lemma2 o.
have [bf|bf] := boolP (bare f).
  by rewrite best_bare // (one_if_bare o) // (@bare_use _ k.+1).
apply: le_trans (IH _) _; have [i fi _] := bestP (iter k best U) bf.
have bi : iter k best U f <= best (iter k best U) f by apply: le_trans (fewer oP f i) (best_ge _ fi).
case: (s k.+1 f) => [m|] //=; have [fm|fm] := posnP (f m); first by rewrite less_bare.
exact: best_ge.
Qed.

Lemma use_fullest (s : nat -> orchard t -> option (tree t)) U k f : orderly U ->
  (forall k f, ~~ bare f -> exists2 i, s k f = Some i & forall m, (f m <= f i)%N) ->
  U (use s k f) = iter k best U f.
Proof.
move=> o full; elim: k f => //= k IH f; have oP := orderly_picks k Lemma2 o.
have [bf|bf] := boolP (bare f).
  by rewrite best_bare // (one_if_bare o) // (@bare_use _ k.+1).
have [i -> fi] := full k.+1 f bf; rewrite /= IH; have [m fm [-> h]] := bestP (iter k best U) bf.
apply: le_anti; rewrite h ?(leq_trans fm) //=; exact: fuller_is_better.
Qed.

Lemma use_ge_worst (s : nat -> orchard t -> option (tree t)) U k f : orderly U ->
  (forall k f, ~~ bare f -> exists2 i, s k f = Some i & (0 < f i)%N) -> iter k worst U f <= U (use s k f).
Proof.
move=> o must; elim: k f => //= k IH f; have oP := orderly_picks k Lemma2_worst o.
have [bf|bf] := boolP (bare f).
  by rewrite worst_bare // (one_if_bare o) // (@bare_use _ k.+1).
have [i -> fi] := must k.+1 f bf; exact: le_trans (worst_le _ fi) (IH _).
Qed.

Lemma use_emptiest (s : nat -> orchard t -> option (tree t)) U k f : orderly U ->
  (forall k f, ~~ bare f -> exists2 i, s k f = Some i & (0 < f i)%N /\ forall m, (0 < f m)%N -> (f i <= f m)%N) ->
  U (use s k f) = iter k worst U f.
Proof.
move=> o empt; elim: k f => //= k IH f; have oP := orderly_picks k Lemma2_worst o.
have [bf|bf] := boolP (bare f).
  by rewrite worst_bare // (one_if_bare o) // (@bare_use _ k.+1).
have [i -> [fi le_i]] := empt k.+1 f bf; rewrite /= IH; have [m fm [-> h]] := worstP (iter k worst U) bf.
apply: le_anti; rewrite [X in _ && X]h // andbT; apply: fuller_is_better => //; exact: le_i.
Qed.

Section Event.
Variable event : outcome -> bool.
Hypotheses (event_won : event Won) (event_unfinished : ~~ event Unfinished).
Notation lost := (event Lost).
Notation share := (share shows b event).

Lemma share_base s past basket n r f : [|| bare f, n == 0%N | r == 0%N] ->
  share s past n r f = value shows lost basket n r f.
Proof.
have [bf _|bf] := boolP (bare f); first by rewrite share_bare // value_bare.
case: r => [_|r]; first by rewrite share_lost // value_lost.
by rewrite orbF => /eqP ->; rewrite share_start // value_start.
Qed.

Definition after_roll (basket : operator t) (U : nat -> orchard t -> rat) r f (y : symbol t) : rat :=
  match y with
  | inl i => U r (less f i)
  | inr true => basket (U r) f
  | inr false => U r.-1 f
  end.

Lemma value_faces basket n r f : ~~ bare f ->
  value shows lost basket n.+1 r.+1 f
  = (\sum_x after_roll (basket n r.+1) (value shows lost basket n) r.+1 f (shows x)) / F.
Proof. by move=> bf; rewrite sum_faces -value_roll // mulrC mulKf // gt_eqF ?F_gt0. Qed.

Lemma share_le s past basket n r f :
  (forall past n r f, value shows lost basket n r (use (s past r) b f) <= basket n r (value shows lost basket n r) f) ->
  share s past n r f <= value shows lost basket n r f.
Proof.
move=> le_basket; elim: n past r f => [|n IH] past r f; first by rewrite (share_base _ _ basket) //= orbT.
have [bf|bf] := boolP (bare f); first by rewrite (share_base _ _ basket) // bf.
case: r => [|r]; first by rewrite (share_base _ _ basket) // !orbT.
rewrite share_roll // value_faces // ler_pmul2r ?invr_gt0 ?F_gt0 //; apply: ler_sum => x _.
rewrite /roll /after_roll; case: (shows x) => [i|[]]; [exact: IH | | exact: IH].
exact: le_trans (IH _ _ _) (le_basket _ _ _ _).
Qed.

Lemma share_ge s past basket n r f :
  (forall past n r f, basket n r (value shows lost basket n r) f <= value shows lost basket n r (use (s past r) b f)) ->
  value shows lost basket n r f <= share s past n r f.
Proof.
move=> le_basket; elim: n past r f => [|n IH] past r f; first by rewrite (share_base _ _ basket) //= orbT.
have [bf|bf] := boolP (bare f); first by rewrite (share_base _ _ basket) // bf.
case: r => [|r]; first by rewrite (share_base _ _ basket) // !orbT.
rewrite share_roll // value_faces // ler_pmul2r ?invr_gt0 ?F_gt0 //; apply: ler_sum => x _.
rewrite /roll /after_roll; case: (shows x) => [i|[]]; [exact: IH | | exact: IH].
exact: le_trans (le_basket _ _ _ _) (IH _ _ _).
Qed.
End Event.

Lemma le_of_eq (x y : rat) : x = y -> x <= y. Proof. by move=> ->. Qed.

Lemma best_bound (event : outcome -> bool) s n r f : event Won -> ~~ event Unfinished ->
  share shows b event s [::] n r f <= best_value (event Lost) n r f.
Proof. by move=> won_ running; apply: share_le => // *; apply/use_le_best/orderly_best_value. Qed.

Lemma fullest_attains (event : outcome -> bool) s n r f : event Won -> ~~ event Unfinished -> takes_fullest s ->
  share shows b event s [::] n r f = best_value (event Lost) n r f.
Proof.
move=> won_ running full; apply: le_anti; rewrite best_bound //=.
apply: share_ge => // past n' r' g; apply/le_of_eq/esym/use_fullest; first exact: orderly_best_value.
by move=> k h; apply: full.
Qed.

Lemma worst_bound (event : outcome -> bool) s n r f : event Won -> ~~ event Unfinished -> uses_every_pick s ->
  worst_value (event Lost) n r f <= share shows b event s [::] n r f.
Proof.
move=> won_ running must; apply: share_ge => // past n' r' g.
by apply: use_ge_worst (orderly_worst_value _ _ _) _ => k h; apply: must.
Qed.

Lemma emptiest_attains (event : outcome -> bool) s n r f : event Won -> ~~ event Unfinished -> takes_emptiest s ->
  share shows b event s [::] n r f = worst_value (event Lost) n r f.
Proof.
move=> won_ running empt; apply: le_anti; rewrite worst_bound // ?andbT; last first.
  by move=> past r' k g /(empt past r' k)[i e [fi _]]; exists i.
apply: share_le => // past n' r' g; apply/le_of_eq/use_emptiest; first exact: orderly_worst_value.
by move=> k h; apply: empt.
Qed.
End Theorem1.
Arguments best {t} U f.
Arguments worst {t} U f.

Theorem theorem_1_fullest t (die : finType) (shows : die -> symbol t) b (any fullest : strategy t die) n r (f : orchard t) :
  (0 < #|die|)%N -> equal_colours shows -> takes_fullest fullest ->
  chance_to_have_won shows b any n r f <= chance_to_have_won shows b fullest n r f.
Proof.
move=> faces same full; rewrite /chance_to_have_won [X in _ <= X]fullest_attains //.
exact: best_bound.
Qed.

Theorem theorem_1_emptiest t (die : finType) (shows : die -> symbol t) b (any emptiest : strategy t die) n r (f : orchard t) :
  (0 < #|die|)%N -> equal_colours shows -> uses_every_pick any -> takes_emptiest emptiest ->
  chance_to_have_won shows b emptiest n r f <= chance_to_have_won shows b any n r f.
Proof.
move=> faces same must empt; rewrite /chance_to_have_won [X in X <= _]emptiest_attains //.
exact: worst_bound.
Qed.

Theorem theorem_1_pick t (die : finType) (shows : die -> symbol t) b lost later n r (f : orchard t) (i j : tree t) :
  (0 < #|die|)%N -> equal_colours shows -> (0 < f j)%N -> (f j <= f i)%N ->
  iter later best (best_value shows b lost n r) (less f j) <= iter later best (best_value shows b lost n r) (less f i)
  /\ iter later worst (worst_value shows b lost n r) (less f j)
     <= iter later worst (worst_value shows b lost n r) (less f i).
Proof.
move=> faces same fj ji; split; apply: fuller_is_better => //; apply: orderly_picks.
- exact: Lemma2.
- exact: orderly_best_value.
- exact: Lemma2_worst.
- exact: orderly_worst_value.
Qed.

Theorem theorem_3_fullest t (die : finType) (shows : die -> symbol t) b (any fullest : strategy t die) n r (f : orchard t) :
  (0 < #|die|)%N -> equal_colours shows -> takes_fullest fullest ->
  chance_to_be_over shows b any n r f <= chance_to_be_over shows b fullest n r f.
Proof.
move=> faces same full; rewrite /chance_to_be_over [X in _ <= X]fullest_attains //.
exact: best_bound.
Qed.

Theorem theorem_3_emptiest t (die : finType) (shows : die -> symbol t) b (any emptiest : strategy t die) n r (f : orchard t) :
  (0 < #|die|)%N -> equal_colours shows -> uses_every_pick any -> takes_emptiest emptiest ->
  chance_to_be_over shows b emptiest n r f <= chance_to_be_over shows b any n r f.
Proof.
move=> faces same must empt; rewrite /chance_to_be_over [X in X <= _]emptiest_attains //.
exact: worst_bound.
Qed.
