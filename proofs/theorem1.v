(* Theorems 1 and 3 of notebook 6: the fullest tree is best, the emptiest worst, and good picks end games sooner.

   In words: no strategy wins more often than one that always takes from the fullest tree, and none that uses every
   pick wins less often than one that always takes from the emptiest tree that has fruit; within any number of rolls.
   And so for "is over" in place of "wins". The theorems stand at the end of this file with all that they suppose; the
   proof is the page's, lemma by lemma.

   Not here: infinitely many rolls (proofs/README.md says what follows for them), lots drawn on the way (a strategy
   that draws them is a mean of strategies that do not), and Theorem 2. *)
From mathcomp Require Import all_ssreflect fingroup perm ssralg ssrnum ssrint rat.
From Orchard Require Import game.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Picks.
Variable t : nat.
Implicit Types (f g : orchard t) (i j m : tree t) (U : orchard t -> rat).

(* (1): one pick, the best one, and the worst one. The value is 1 if there is nothing to pick. *)
Definition best_tree U f : option (tree t) :=
  if [pick i | (0 < f i)%N] is Some i then Some [arg max_(m > i | (0 < f m)%N) U (less f m)]%O else None.
Definition worst_tree U f : option (tree t) :=
  if [pick i | (0 < f i)%N] is Some i then Some [arg min_(m < i | (0 < f m)%N) U (less f m)]%O else None.
Definition pick_from (choice : (orchard t -> rat) -> orchard t -> option (tree t)) : operator t := fun U f =>
  if choice U f is Some i then U (less f i) else 1.
Lemma pick_fromE choice U f : pick_from choice U f = if choice U f is Some i then U (less f i) else 1.
Proof. by []. Qed.
Definition best := pick_from best_tree.
Definition worst := pick_from worst_tree.

(* No tree is named only if none has fruit, and a tree that is named has some. *)
Definition names_fruit (choice : (orchard t -> rat) -> orchard t -> option (tree t)) := forall U f,
  if choice U f is Some i then (0 < f i)%N else bare f.

Lemma best_names_fruit : names_fruit best_tree.
Proof.
move=> U f; rewrite /best_tree; case: pickP => [i fi|none]; first by case: arg_maxP.
by apply/bareP => m; apply/eqP; rewrite -leqn0 leqNgt none.
Qed.
Lemma worst_names_fruit : names_fruit worst_tree.
Proof.
move=> U f; rewrite /worst_tree; case: pickP => [i fi|none]; first by case: arg_minP.
by apply/bareP => m; apply/eqP; rewrite -leqn0 leqNgt none.
Qed.

(* (b) even is better: U(g + e_j) >= U(g + e_i) whenever g_i >= g_j; for one pair of trees, and for all. *)
Definition even_for U i j := forall g, (g j <= g i)%N -> U (more g i) <= U (more g j).

(* Orderly: U(0) = 1, (a), symmetry, and (b). *)
Record orderly U : Prop := Orderly {
  orderly_falling :> falling U;
  orderly_symmetric : symmetric U;
  even : forall i j, even_for U i j }.

(* If g_i = g_j, then (b) is an equality, by symmetry; so when we prove it we may take g_i > g_j. *)
Lemma even_if_fuller U : falling U -> symmetric U ->
  (forall g i j, (g j < g i)%N -> U (more g i) <= U (more g j)) -> orderly U.
Proof.
move=> fU sU h; split=> // i j g; rewrite leq_eqVlt => /orP[/eqP e|]; last exact: h.
by rewrite (more_swap (esym e)) sU.
Qed.

(* "And (b) is what we are after": if f_i >= f_j >= 1, then f - e_i is worth at least as much as f - e_j. *)
Lemma better_from_fuller U f i j :
  even_for U i j -> (f j <= f i)%N -> (0 < f j)%N -> U (less f j) <= U (less f i).
Proof.
move=> ev ji fj; have [->//|ij] := eqVneq i j; have ji' : j != i by rewrite eq_sym.
have fi : (0 < less f j i)%N by rewrite less_other // (leq_trans fj).
have fj' : (0 < less f i j)%N by rewrite less_other.
rewrite -(more_less fi) -(more_less fj') lessC; apply: ev.
by rewrite !lessE !eqxx (negbTE ij) (negbTE ji') !subn0 leq_sub2r.
Qed.

Lemma fuller_neq g i j : (g j < g i)%N -> i != j.
Proof. by apply: contraTneq => ->; rewrite ltnn. Qed.

(* A third tree m: (b) for g - e_m. *)
Lemma even_third U g i j m : even_for U i j -> (g j <= g i)%N -> m != i -> m != j ->
  U (less (more g i) m) <= U (less (more g j) m).
Proof. by move=> ev ji mi mj; rewrite !less_moreC //; apply: ev; rewrite !less_other // eq_sym. Qed.

(* (3), left: U(g - e_i + e_j) >= U(g), which is (b) for g - e_i, as g_i - 1 >= g_j. *)
Lemma even_left U g i j : even_for U i j -> (g j < g i)%N -> U g <= U (less (more g j) i).
Proof.
move=> ev ji; have ij := fuller_neq ji; have gi : (0 < g i)%N by apply: leq_ltn_trans ji.
rewrite less_moreC // -{1}(more_less gi); apply: ev.
by rewrite less_self less_other 1?eq_sym // -ltnS prednK.
Qed.

(* (3), right, where j has fruit: U(g) >= U(g - e_j + e_i), which is (b) for g - e_j. *)
Lemma even_right U g i j : even_for U i j -> (g j < g i)%N -> (0 < g j)%N -> U (less (more g i) j) <= U g.
Proof.
move=> ev ji gj; have ij := fuller_neq ji.
rewrite less_moreC 1?eq_sym // -[X in _ <= U X](more_less gj); apply: ev.
by rewrite less_self less_other // (leq_trans (leq_pred _)) // ltnW.
Qed.

(* (3), right, or (a) if j was bare and the roll wasted. *)
Lemma even_right_or_wasted U g i j : falling U -> even_for U i j -> (g j < g i)%N -> U (less (more g i) j) <= U g.
Proof.
move=> o ev ji; have [gj|gj] := posnP (g j); last exact: even_right.
rewrite [less (more g i) j]less_empty; last by rewrite more_other // eq_sym (fuller_neq ji).
by rewrite -{2}(less_more g i); apply: fewer o _ _.
Qed.

(* -- A pick -- *)

Lemma best_bare U f : bare f -> best U f = 1.
Proof. by rewrite /best /pick_from /best_tree => /bareP h; case: pickP => // i; rewrite h. Qed.
Lemma worst_bare U f : bare f -> worst U f = 1.
Proof. by rewrite /worst /pick_from /worst_tree => /bareP h; case: pickP => // i; rewrite h. Qed.

Lemma bestP U f : ~~ bare f ->
  exists2 i, (0 < f i)%N & best U f = U (less f i) /\ forall m, (0 < f m)%N -> U (less f m) <= U (less f i).
Proof.
rewrite /best /pick_from /best_tree => /nbareP[m fm]; case: pickP => [i fi|/(_ m)]; last by rewrite fm.
by case: arg_maxP => //= l fl h; exists l.
Qed.
Lemma worstP U f : ~~ bare f ->
  exists2 i, (0 < f i)%N & worst U f = U (less f i) /\ forall m, (0 < f m)%N -> U (less f i) <= U (less f m).
Proof.
rewrite /worst /pick_from /worst_tree => /nbareP[m fm]; case: pickP => [i fi|/(_ m)]; last by rewrite fm.
by case: arg_minP => //= l fl h; exists l.
Qed.

Lemma best_ge U f i : (0 < f i)%N -> U (less f i) <= best U f.
Proof. by move=> fi; have [|l _ [-> h]] := @bestP U f; [apply/nbareP; exists i | apply: h]. Qed.
Lemma worst_le U f i : (0 < f i)%N -> worst U f <= U (less f i).
Proof. by move=> fi; have [|l _ [-> h]] := @worstP U f; [apply/nbareP; exists i | apply: h]. Qed.

(* Lemma 2: symmetry is plain. *)
Lemma best_symmetric U : symmetric U -> symmetric (best U).
Proof.
move=> sU f i j; wlog suff le_ : f / best U (swap f i j) <= best U f.
  by apply: le_anti; rewrite le_ /=; have := le_ (swap f i j); rewrite swapK.
have [bf|bf] := boolP (bare f); first by rewrite !best_bare ?bare_swap.
have [|m fm [-> _]] := @bestP U (swap f i j); first by rewrite bare_swap.
by rewrite less_swap sU; apply: best_ge; rewrite ffunE in fm.
Qed.
Lemma worst_symmetric U : symmetric U -> symmetric (worst U).
Proof.
move=> sU f i j; wlog suff le_ : f / worst U f <= worst U (swap f i j).
  by apply: le_anti; rewrite le_ andbT; have := le_ (swap f i j); rewrite swapK.
have [bf|bf] := boolP (bare f); first by rewrite !worst_bare ?bare_swap.
have [|m fm [-> _]] := @worstP U (swap f i j); first by rewrite bare_swap.
by rewrite less_swap sU; apply: worst_le; rewrite ffunE in fm.
Qed.

(* Lemma 2 (a): if m still has fruit in f - e_i, pick from m there too. If not, m is i, and any pick will do. *)
Lemma best_falling U : falling U -> falling (best U).
Proof.
move=> o; split=> [f|f i]; first exact: best_bare.
have [bf|bf] := boolP (bare f); first by rewrite !best_bare ?bare_less.
have [m fm [-> _]] := bestP U bf.
have [bi|bi] := boolP (bare (less f i)); first by rewrite (best_bare _ bi) (at_most_1 _ o).
have [/(last_fruit fm)->|h] := posnP (less f i m).
  by have /nbareP[l fl] := bi; apply: le_trans (fewer o _ l) (best_ge _ fl).
by apply: le_trans (best_ge _ h); rewrite lessC; apply: (fewer o).
Qed.

(* Lemma 2 (b): a third tree by the same, and both i and j by j. *)
Lemma best_even U g i j : even_for U i j -> (g j < g i)%N -> best U (more g i) <= best U (more g j).
Proof.
move=> ev ji; have ij := fuller_neq ji; have [m ym [-> _]] := bestP U (nbare_more g i).
have from_j : U g <= best U (more g j) by rewrite -{1}(less_more g j); apply: best_ge; rewrite more_self.
have [->|mi] := eqVneq m i; first by rewrite less_more.
rewrite more_other // in ym; have [mj|mj] := eqVneq m j.
  by rewrite mj in ym *; apply: le_trans from_j; apply: even_right.
apply: le_trans (even_third ev (ltnW ji) mi mj) _; apply: best_ge; by rewrite more_other.
Qed.

Lemma Lemma_2 U : orderly U -> orderly (best U).
Proof.
move=> o; apply: even_if_fuller => [||g i j]; first exact: best_falling o.
- exact: best_symmetric (orderly_symmetric o).
- exact: best_even (even o (j := j)).
Qed.

(* Lemma 2 with min in place of max: we answer each pick in the orchard that should be better.
   (a) By the same tree in f. *)
Lemma worst_falling U : falling U -> falling (worst U).
Proof.
move=> o; split=> [f|f i]; first exact: worst_bare.
have [bf|bf] := boolP (bare f); first by rewrite !worst_bare ?bare_less.
have [bi|bi] := boolP (bare (less f i)).
  by rewrite (worst_bare _ bi); have [m _ [-> _]] := worstP U bf; apply: at_most_1 o.
have [m fm [-> _]] := worstP U bi; rewrite lessC; apply: le_trans (fewer o _ i).
exact: worst_le (leq_trans fm (less_le _ _ _)).
Qed.

(* (b) A third tree by the same, and both i and j by i. *)
Lemma worst_even U g i j : even_for U i j -> (g j < g i)%N -> worst U (more g i) <= worst U (more g j).
Proof.
move=> ev ji; have ij := fuller_neq ji; have [m xm [-> _]] := worstP U (nbare_more g j).
have from_i : worst U (more g i) <= U g by rewrite -{2}(less_more g i); apply: worst_le; rewrite more_self.
have [->|mj] := eqVneq m j; first by rewrite less_more.
have [->|mi] := eqVneq m i; first exact: le_trans from_i (even_left ev ji).
rewrite more_other // in xm; apply: le_trans (even_third ev (ltnW ji) mi mj).
by apply: worst_le; rewrite more_other.
Qed.

Lemma Lemma_2_worst U : orderly U -> orderly (worst U).
Proof.
move=> o; apply: even_if_fuller => [||g i j]; first exact: worst_falling o.
- exact: worst_symmetric (orderly_symmetric o).
- exact: worst_even (even o (j := j)).
Qed.

(* A basket of several picks, P^b. *)
Lemma keep_picks (K : (orchard t -> rat) -> Prop) (P : operator t) U picks :
  (forall U, K U -> K (P U)) -> K U -> K (iter picks P U).
Proof. by move=> h o; elim: picks => //= n IH; apply: h. Qed.

(* (b) for the colour faces of a roll: the colours i and j are taken together, by (3), all others one by one. *)
Lemma even_colours U g i j : falling U -> even_for U i j -> (g j < g i)%N ->
  \sum_m U (less (more g i) m) <= \sum_m U (less (more g j) m).
Proof.
move=> o ev ji; rewrite (reindex_inj (@perm_inj _ (tperm i j))) /=; apply: ler_sum => m _.
have [->|mi] := eqVneq m i.
  by rewrite tpermL; apply: le_trans (even_right_or_wasted o ev ji) (even_left ev ji).
have [->|mj] := eqVneq m j; first by rewrite tpermR !less_more.
by rewrite tpermD 1?eq_sym //; apply: even_third ev (ltnW ji) mi mj.
Qed.
End Picks.
Arguments best_tree {t} U f.
Arguments worst_tree {t} U f.
Arguments best {t} U f.
Arguments worst {t} U f.

Section Rolls.
Variables (t : nat) (die : finType) (shows : die -> symbol t).
Implicit Types (f g : orchard t) (i j m : tree t) (U : orchard t -> rat).
Hypothesis die_has_faces : (0 < #|die|)%N.
Hypothesis same : equal_colours shows.
Variables (lost : bool) (basket : nat -> nat -> operator t).
Notation V := (value shows lost basket).

(* Lemma 1 (the start): both sides of (b) are 0, or 1 where a lost game counts, since both orchards have fruit. *)
Lemma Lemma_1 n r : (n == 0%N) || (r == 0%N) -> symmetric (V n r) -> orderly (V n r).
Proof.
move=> nr sV; apply: even_if_fuller => // [|g i j _]; first exact: falling_constant.
by case: n r nr {sV} => [|n] [|r] //=; rewrite !(negbTE (nbare_more _ _)).
Qed.

(* Lemma 3 (a roll). *)
Lemma Lemma_3 n : (forall r U, orderly U -> orderly (basket n r U)) ->
  (forall r, orderly (V n r)) -> forall r, orderly (V n.+1 r).
Proof.
move=> keep oV r; have oP r' : orderly (basket n r' (V n r')) by apply: keep.
have fV := falling_roll die_has_faces (fun r => orderly_falling (oV r)) (fun r => orderly_falling (oP r)) r.
have sV := symmetric_roll same (fun r => orderly_symmetric (oV r)) (fun r => orderly_symmetric (oP r)) r.
case: r fV sV => [|r] fV sV; first by apply: Lemma_1; rewrite ?orbT.
apply: even_if_fuller => // g i j ji; rewrite -(ler_pmul2l (F_gt0 die_has_faces)) !value_roll ?nbare_more //.
have colours g' : \sum_m (faces shows (Colour m))%:R * V n r.+1 (less g' m)
  = (faces shows (Colour j))%:R * \sum_m V n r.+1 (less g' m).
  by rewrite mulr_sumr; apply: eq_bigr => m _; rewrite (same m j).
rewrite !colours; apply: ler_add; first apply: ler_add.
- exact: ler_wpmul2l (faces_ge0 _ _) _ _ (even_colours (oV _) (even (oV _) (j := j)) ji).
- exact: ler_wpmul2l (faces_ge0 _ _) _ _ (even (oP _) (ltnW ji)).
- exact: ler_wpmul2l (faces_ge0 _ _) _ _ (even (oV _) (ltnW ji)).
Qed.

(* By Lemmas 1 and 3 every V_n is orderly. *)
Lemma orderly_value n r : (forall n r U, orderly U -> orderly (basket n r U)) -> orderly (V n r).
Proof.
move=> keep; elim: n r => [|n IH] r; last exact: Lemma_3 (keep n) IH r.
by apply: Lemma_1 => //; apply: symmetric_start.
Qed.
End Rolls.

(* -- Strategies against values -- *)

Section Strategies.
Variables (t : nat) (die : finType) (shows : die -> symbol t) (b : nat).
Implicit Types (f g : orchard t) (i j m : tree t) (U : orchard t -> rat).

(* V_n on the page: the value if all picks are the best ones, and if all are the worst. *)
Definition best_value lost := value shows lost (fun _ _ => iter b best).
Definition worst_value lost := value shows lost (fun _ _ => iter b worst).

Definition is_fullest f i := forall m, (f m <= f i)%N.
Definition is_emptiest f i := (0 < f i)%N /\ forall m, (0 < f m)%N -> (f i <= f m)%N.

(* As long as there is fruit, s takes from the fullest tree (whichever, if there are several), from the emptiest tree
   that has fruit, from some tree that has fruit. *)
Definition takes_fullest (s : strategy t die) := forall past r picks f, ~~ bare f ->
  exists2 i, s past r picks f = Some i & is_fullest f i.
Definition takes_emptiest (s : strategy t die) := forall past r picks f, ~~ bare f ->
  exists2 i, s past r picks f = Some i & is_emptiest f i.
Definition uses_every_pick (s : strategy t die) := forall past r picks f, ~~ bare f ->
  exists2 i, s past r picks f = Some i & (0 < f i)%N.

(* No use of a basket is worth more than that with the best picks. That holds on any die. Nobody gains by leaving a
   pick: by (a), PU >= U. *)
Lemma use_le_best (s : nat -> orchard t -> option (tree t)) U picks f :
  falling U -> U (use s picks f) <= iter picks best U f.
Proof.
move=> o; elim: picks f => //= n IH f; have oP := keep_picks n (@best_falling t) o.
have [bf|bf] := boolP (bare f).
  by rewrite best_bare // (one_if_bare o) // (@bare_use _ _ n.+1).
apply: le_trans (IH _) _; have [i fi _] := bestP (iter n best U) bf.
have unused : iter n best U f <= best (iter n best U) f by apply: le_trans (fewer oP f i) (best_ge _ fi).
case: (s n.+1 f) => [m|] //=; have [fm|fm] := posnP (f m); first by rewrite less_empty.
exact: best_ge.
Qed.

(* By (b), the maximum in (1) is attained at the fullest tree. *)
Lemma use_fullest (s : nat -> orchard t -> option (tree t)) U picks f : orderly U ->
  (forall picks f, ~~ bare f -> exists2 i, s picks f = Some i & is_fullest f i) ->
  U (use s picks f) = iter picks best U f.
Proof.
move=> o full; elim: picks f => //= n IH f; have oP := keep_picks n (@Lemma_2 t) o.
have [bf|bf] := boolP (bare f).
  by rewrite best_bare // (one_if_bare o) // (@bare_use _ _ n.+1).
have [i -> fi] := full n.+1 f bf; rewrite /= IH; have [m fm [-> h]] := bestP (iter n best U) bf.
apply: le_anti; rewrite h ?(leq_trans fm) //=; exact: better_from_fuller (even oP (j := m)) (fi m) fm.
Qed.

(* No use of all picks is worth less than that with the worst picks. *)
Lemma use_ge_worst (s : nat -> orchard t -> option (tree t)) U picks f : falling U ->
  (forall picks f, ~~ bare f -> exists2 i, s picks f = Some i & (0 < f i)%N) ->
  iter picks worst U f <= U (use s picks f).
Proof.
move=> o must; elim: picks f => //= n IH f; have [bf|bf] := boolP (bare f).
  by rewrite worst_bare // (one_if_bare o) // (@bare_use _ _ n.+1).
have [i -> fi] := must n.+1 f bf; exact: le_trans (worst_le _ fi) (IH _).
Qed.

(* By (b), the minimum is attained at the emptiest tree that has fruit. *)
Lemma use_emptiest (s : nat -> orchard t -> option (tree t)) U picks f : orderly U ->
  (forall picks f, ~~ bare f -> exists2 i, s picks f = Some i & is_emptiest f i) ->
  U (use s picks f) = iter picks worst U f.
Proof.
move=> o empt; elim: picks f => //= n IH f; have oP := keep_picks n (@Lemma_2_worst t) o.
have [bf|bf] := boolP (bare f).
  by rewrite worst_bare // (one_if_bare o) // (@bare_use _ _ n.+1).
have [i -> [fi le_i]] := empt n.+1 f bf; rewrite /= IH; have [m fm [-> h]] := worstP (iter n worst U) bf.
apply: le_anti; rewrite [X in _ && X]h // andbT; exact: better_from_fuller (even oP (j := i)) (le_i m fm) fi.
Qed.

Hypothesis die_has_faces : (0 < #|die|)%N.

(* (a) on any die: what Theorem 4 needs too. *)
Lemma best_value_falling lost n r : falling (best_value lost n r).
Proof.
elim: n r => [|n IH]; first by move=> r; apply: falling_constant.
by apply: falling_roll => // r; apply: keep_picks (IH r); apply: best_falling.
Qed.

Hypothesis same : equal_colours shows.

Lemma best_value_orderly lost n r : orderly (best_value lost n r).
Proof. by apply: orderly_value => // *; apply: keep_picks => //; apply: Lemma_2. Qed.
Lemma worst_value_orderly lost n r : orderly (worst_value lost n r).
Proof. by apply: orderly_value => // *; apply: keep_picks => //; apply: Lemma_2_worst. Qed.

Lemma worst_value_falling lost n r : falling (worst_value lost n r).
Proof.
elim: n r => [|n IH]; first by move=> r; apply: falling_constant.
by apply: falling_roll => // r; apply: keep_picks (IH r); apply: worst_falling.
Qed.

(* Such values are attained on any die: by the strategy that counts the rolls left of n, and makes the pick for them. *)
Section Attained.
Variables (event : outcome -> bool) (choice : (orchard t -> rat) -> orchard t -> option (tree t)).
Hypotheses (event_won : event Won) (not_unfinished : ~~ event Unfinished) (fruit : names_fruit choice).
Notation P := (pick_from choice).
Notation V := (value shows (event Lost) (fun _ _ => iter b P)).

Definition counting_strategy n : strategy t die := fun past r picks f =>
  choice (iter picks.-1 P (V (n - size past) r)) f.

Lemma attained n r f : share shows b event (counting_strategy n) [::] n r f = V n r f.
Proof.
pose S := share shows b event (counting_strategy n).
suff step n' past r' g : (n' + size past = n)%N -> S past n' r' g = V n' r' g by apply: step; rewrite addn0.
elim: n' past r' g => [|n' IH] past r' g e; first by apply: share_base; rewrite //= orbT.
have [bg|bg] := boolP (bare g); first by apply: share_base; rewrite // bg.
have [->|r0] := posnP r'; first by apply: share_base; rewrite // !orbT.
rewrite /S share_roll // [RHS]value_faces //; congr (_ / _); apply: eq_bigr => x _.
have e' : (n' + size (x :: past) = n)%N by rewrite /= addnS -addSn.
rewrite /after_roll; case: (shows x) => [i|[]]; rewrite -/(S _ _ _ _) ?IH //.
rewrite /counting_strategy -e' addnK.
suff uses picks h : V n' r' (use (fun picks f => choice (iter picks.-1 P (V n' r')) f) picks h)
  = iter picks P (V n' r') h by exact: uses.
elim: picks h => //= picks IHpicks h; have := fruit (iter picks P (V n' r')) h.
rewrite [RHS]pick_fromE; case: (choice _ h) => [i _|bh] /=; first exact: IHpicks.
by rewrite value_bare // bare_use.
Qed.
End Attained.

Section Event.
Variable event : outcome -> bool.
Hypotheses (event_won : event Won) (not_unfinished : ~~ event Unfinished).
Notation lost := (event Lost).
Notation share := (share shows b event).

(* No strategy does better than V_n, on any die. *)
Lemma best_bound s past n r f : share s past n r f <= best_value lost n r f.
Proof. by apply: share_le => // *; apply/use_le_best/best_value_falling. Qed.

(* One and the same strategy, always the fullest, has V_n, for every n. *)
Lemma fullest_attains s past n r f : takes_fullest s -> share s past n r f = best_value lost n r f.
Proof.
move=> full; apply: le_anti; rewrite best_bound /=.
apply: share_ge => // past' n' r' g; apply/le_of_eq/esym/use_fullest; first exact: best_value_orderly.
by move=> picks h; apply: full.
Qed.

(* None that uses every pick does worse than with the worst picks, on any die. *)
Lemma worst_bound s past n r f : uses_every_pick s -> worst_value lost n r f <= share s past n r f.
Proof.
move=> must; apply: share_ge => // past' n' r' g.
by apply: use_ge_worst (worst_value_falling _ _ _) _ => picks h; apply: must.
Qed.

Lemma emptiest_attains s past n r f : takes_emptiest s -> share s past n r f = worst_value lost n r f.
Proof.
move=> empt; apply: le_anti; rewrite worst_bound ?andbT; last first.
  by move=> past' r' picks g /(empt past' r' picks)[i e [fi _]]; exists i.
apply: share_le => // past' n' r' g; apply/le_of_eq/use_emptiest; first exact: worst_value_orderly.
by move=> picks h; apply: empt.
Qed.
End Event.
End Strategies.

(* --------------------------------------------- The theorems --------------------------------------------- *)

(* There are such strategies: the theorems do not speak of nothing. *)
Theorem there_are_such_strategies t (die : finType) :
  (exists s : strategy t die, takes_fullest s) /\ (exists s : strategy t die, takes_emptiest s).
Proof.
split.
  exists (fun past r picks f => if [pick i | (0 < f i)%N] is Some i then Some [arg max_(m > i) f m] else None).
  move=> past r picks f /nbareP[m fm]; case: pickP => [i _|/(_ m)]; last by rewrite fm.
  by case: arg_maxnP => // l _ h; exists l => // m'; apply: h.
exists (fun past r picks f =>
  if [pick i | (0 < f i)%N] is Some i then Some [arg min_(m < i | (0 < f m)%N) f m] else None).
move=> past r picks f /nbareP[m fm]; case: pickP => [i fi|/(_ m)]; last by rewrite fm.
by case: arg_minnP => // l fl h; exists l.
Qed.

(* V_n is what the page says it is, and so is every P^k V_n: on any die, with `later` picks of a basket still to make and
   then n rolls, the greatest chance of having won, or of being over. *)
Theorem greatest_share t (die : finType) (shows : die -> symbol t) b (event : outcome -> bool) later
    n r (f : orchard t) (best_worth := iter later best (best_value shows b (event Lost) n r) f) :
  (0 < #|die|)%N -> event Won -> ~~ event Unfinished ->
  (forall any, share shows b event any [::] n r (use (any [::] r) later f) <= best_worth)
  /\ exists s, share shows b event s [::] n r (use (s [::] r) later f) = best_worth.
Proof.
move=> faces counts not_yet; split=> [any|].
  apply: (le_trans (best_bound shows b faces counts not_yet any [::] n r (use (any [::] r) later f))).
  exact/use_le_best/best_value_falling.
exists (counting_strategy shows b event best_tree n).
rewrite attained //; last exact: best_names_fruit.
rewrite /counting_strategy /best_worth /= subn0 -/(best_value shows b (event Lost)).
elim: later f {best_worth} => //= k IH f.
have := best_names_fruit (iter k best (best_value shows b (event Lost) n r)) f.
rewrite [RHS]pick_fromE -/best; case: (best_tree _ f) => [i _|bf] /=; first exact: IH.
by rewrite /best_value value_bare // bare_use.
Qed.

(* And the least one of all that use every pick. *)
Theorem least_share t (die : finType) (shows : die -> symbol t) b (event : outcome -> bool) later
    n r (f : orchard t) (worst_worth := iter later worst (worst_value shows b (event Lost) n r) f) :
  (0 < #|die|)%N -> event Won -> ~~ event Unfinished ->
  (forall any, uses_every_pick any -> worst_worth <= share shows b event any [::] n r (use (any [::] r) later f))
  /\ exists2 s, uses_every_pick s & share shows b event s [::] n r (use (s [::] r) later f) = worst_worth.
Proof.
move=> faces counts not_yet; split=> [any must|].
  apply: (le_trans _ (worst_bound shows b faces counts not_yet [::] n r (use (any [::] r) later f) must)).
  apply: use_ge_worst => [|picks h]; [exact: worst_value_falling | exact: must].
exists (counting_strategy shows b event worst_tree n).
  move=> past r' picks g bg; rewrite /counting_strategy; set U := iter _ _ _.
  by have := @worst_names_fruit t U g; case: (worst_tree U g) => [i gi|]; [exists i | rewrite (negbTE bg)].
rewrite attained //; last exact: worst_names_fruit.
rewrite /counting_strategy /worst_worth /= subn0 -/(worst_value shows b (event Lost)).
elim: later f {worst_worth} => //= k IH f.
have := worst_names_fruit (iter k worst (worst_value shows b (event Lost) n r)) f.
rewrite [RHS]pick_fromE -/worst; case: (worst_tree _ f) => [i _|bf] /=; first exact: IH.
by rewrite /worst_value value_bare // bare_use.
Qed.

(* Before a roll, in the words of Theorem 1. *)
Theorem greatest_chance t (die : finType) (shows : die -> symbol t) b n r (f : orchard t) :
  (0 < #|die|)%N ->
  (forall any, chance_to_have_won shows b any n r f <= best_value shows b false n r f)
  /\ exists s, chance_to_have_won shows b s n r f = best_value shows b false n r f.
Proof. by move=> faces; apply: (greatest_share shows b 0 n r f faces (event := won)). Qed.

Theorem least_chance t (die : finType) (shows : die -> symbol t) b n r (f : orchard t) :
  (0 < #|die|)%N ->
  (forall any, uses_every_pick any -> worst_value shows b false n r f <= chance_to_have_won shows b any n r f)
  /\ exists2 s, uses_every_pick s & chance_to_have_won shows b s n r f = worst_value shows b false n r f.
Proof. by move=> faces; apply: (least_share shows b 0 n r f faces (event := won)). Qed.

(* Theorem 1, the fullest tree: on a die with as many faces of each colour, any strategy at all has won within n rolls
   at most as often as one that always takes from the fullest tree. *)
Theorem theorem_1_fullest t (die : finType) (shows : die -> symbol t) b (any fullest : strategy t die)
    n r (f : orchard t) :
  (0 < #|die|)%N -> equal_colours shows -> takes_fullest fullest ->
  chance_to_have_won shows b any n r f <= chance_to_have_won shows b fullest n r f.
Proof.
by move=> faces same full; rewrite /chance_to_have_won [X in _ <= X]fullest_attains // best_bound.
Qed.

(* Theorem 1, the emptiest tree: any strategy that uses every pick has won at least as often as one that always takes
   from the emptiest. *)
Theorem theorem_1_emptiest t (die : finType) (shows : die -> symbol t) b (any emptiest : strategy t die)
    n r (f : orchard t) :
  (0 < #|die|)%N -> equal_colours shows -> uses_every_pick any -> takes_emptiest emptiest ->
  chance_to_have_won shows b emptiest n r f <= chance_to_have_won shows b any n r f.
Proof.
by move=> faces same must empt; rewrite /chance_to_have_won [X in X <= _]emptiest_attains // worst_bound.
Qed.

(* Lots: if a strategy is drawn before the game, each of them with a probability p, it wins no more often than the
   fullest tree, and if all use every pick, no less often than the emptiest. *)
Theorem lots_fullest t (die : finType) (shows : die -> symbol t) b (lot : finType) (p : lot -> rat)
    (any : lot -> strategy t die) (fullest : strategy t die) n r (f : orchard t) :
  (0 < #|die|)%N -> equal_colours shows -> takes_fullest fullest -> (forall l, 0 <= p l) -> \sum_l p l = 1 ->
  \sum_l p l * chance_to_have_won shows b (any l) n r f <= chance_to_have_won shows b fullest n r f.
Proof.
move=> faces same full p_ge0 p1; rewrite -[X in _ <= X]mul1r -p1 mulr_suml; apply: ler_sum => l _.
by apply: ler_wpmul2l => //; apply: theorem_1_fullest.
Qed.

Theorem lots_emptiest t (die : finType) (shows : die -> symbol t) b (lot : finType) (p : lot -> rat)
    (any : lot -> strategy t die) (emptiest : strategy t die) n r (f : orchard t) :
  (0 < #|die|)%N -> equal_colours shows -> (forall l, uses_every_pick (any l)) -> takes_emptiest emptiest ->
  (forall l, 0 <= p l) -> \sum_l p l = 1 ->
  chance_to_have_won shows b emptiest n r f <= \sum_l p l * chance_to_have_won shows b (any l) n r f.
Proof.
move=> faces same must empt p_ge0 p1; rewrite -[X in X <= _]mul1r -p1 mulr_suml; apply: ler_sum => l _.
by apply: ler_wpmul2l => //; apply: theorem_1_emptiest.
Qed.

(* Theorem 1, pick by pick: whether we go on as well as we can or as badly as we can, with `later` picks left in this
   basket, a pick from a fuller tree is at least as good. So the fullest is a best pick and the emptiest a worst
   one. *)
Theorem theorem_1_pick t (die : finType) (shows : die -> symbol t) b lost later n r (f : orchard t) (i j : tree t) :
  (0 < #|die|)%N -> equal_colours shows -> (0 < f j)%N -> (f j <= f i)%N ->
  iter later best (best_value shows b lost n r) (less f j)
    <= iter later best (best_value shows b lost n r) (less f i)
  /\ iter later worst (worst_value shows b lost n r) (less f j)
    <= iter later worst (worst_value shows b lost n r) (less f i).
Proof.
move=> faces same fj ji; split; apply: better_from_fuller => //; apply: even; apply: keep_picks.
- exact: Lemma_2.
- exact: best_value_orderly.
- exact: Lemma_2_worst.
- exact: worst_value_orderly.
Qed.

(* Theorem 3: of all strategies, always the fullest makes it most likely that the game is over within n rolls, won or
   lost. *)
Theorem theorem_3_fullest t (die : finType) (shows : die -> symbol t) b (any fullest : strategy t die)
    n r (f : orchard t) :
  (0 < #|die|)%N -> equal_colours shows -> takes_fullest fullest ->
  chance_to_be_over shows b any n r f <= chance_to_be_over shows b fullest n r f.
Proof.
by move=> faces same full; rewrite /chance_to_be_over [X in _ <= X]fullest_attains // best_bound.
Qed.

(* Of all that use every pick, always the emptiest makes it least likely. *)
Theorem theorem_3_emptiest t (die : finType) (shows : die -> symbol t) b (any emptiest : strategy t die)
    n r (f : orchard t) :
  (0 < #|die|)%N -> equal_colours shows -> uses_every_pick any -> takes_emptiest emptiest ->
  chance_to_be_over shows b emptiest n r f <= chance_to_be_over shows b any n r f.
Proof.
by move=> faces same must empt; rewrite /chance_to_be_over [X in X <= _]emptiest_attains // worst_bound.
Qed.
