(* Theorems R and 5: a fullest tree is your best pick beside partners with habits of their own.

   In words: let all colours be equally likely, and let every player use baskets in one of these ways: the best pick,
   the fullest tree, the emptiest, a tree at random, a blindly drawn tree, nothing, or a lottery over these that does
   not depend on the fruit. Then at each of your picks a fullest tree is a best one (Theorem R). With "a fruit at
   random" in place of "a tree at random", every fuller tree is at least as good a pick (Theorem 5).

   The habits may change with the number of rolls left (so any number of players, in any order) and with the raven,
   from pick to pick of one basket, and a lottery may be drawn for a pick or for a whole basket. What is best is best
   for having won within any given number of rolls, or for the game being over by then (lost = true).

   Not here: both "a tree at random" and "a fruit at random" at one table, which is open; habits that depend on the
   fruit in other ways, for which it may be false; infinitely many rolls. *)
From mathcomp Require Import all_ssreflect fingroup perm ssralg ssrnum ssrint rat.
From Orchard Require Import game theorem1.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Habits.
Variable t : nat.
Implicit Types (f g : orchard t) (i j l m : tree t) (U : orchard t -> rat) (S : {set tree t}).

(* A tree drawn by lot, each in proportion to its weight; of a bare one nothing is picked. *)
Definition draw (weight : orchard t -> tree t -> nat) : operator t := fun U f =>
  if bare f then 1 else (\sum_m (weight f m)%:R * U (less f m)) / (\sum_m weight f m)%:R.
Definition one_each f m : nat := 1.
Definition one_if_bearing f m : nat := (0 < f m)%N.
Definition one_a_fruit f m : nat := f m.

(* A habit: what somebody does with one pick, or with several, one after the other (Then). The basket of a player who
   takes a tree at random with each of two picks is Then TreeAtRandom TreeAtRandom. If several trees are fullest, or
   emptiest, it does not matter which one is chosen. *)
Inductive habit :=
  | Nothing
  | Best
  | Fullest (choice : orchard t -> tree t) of (forall f, is_fullest f (choice f))
  | Emptiest (choice : orchard t -> tree t) of (forall f, ~~ bare f -> is_emptiest f (choice f))
  | TreeAtRandom
  | FruitAtRandom
  | Blind
  | Lottery (p : rat) of 0 <= p <= 1 & habit & habit
  | Then of habit & habit.

(* What an orchard is worth before somebody does so, if U says what it is worth afterwards. *)
Fixpoint worth (h : habit) : operator t :=
  match h with
  | Nothing => fun U => U
  | Best => best
  | Fullest choice _ => fun U f => U (less f (choice f))
  | Emptiest choice _ => fun U f => U (less f (choice f))
  | TreeAtRandom => draw one_if_bearing
  | FruitAtRandom => draw one_a_fruit
  | Blind => draw one_each
  | Lottery p _ h1 h2 => fun U f => p * worth h1 U f + (1 - p) * worth h2 U f
  | Then h1 h2 => fun U => worth h1 (worth h2 U)
  end.

Fixpoint without_fruit_at_random h :=
  match h with
  | FruitAtRandom => false
  | Lottery _ _ h1 h2 | Then h1 h2 => without_fruit_at_random h1 && without_fruit_at_random h2
  | _ => true
  end.
Fixpoint without_tree_at_random h :=
  match h with
  | TreeAtRandom => false
  | Lottery _ _ h1 h2 | Then h1 h2 => without_tree_at_random h1 && without_tree_at_random h2
  | _ => true
  end.

(* ---------------------------------- What both theorems need: (a) and symmetry ---------------------------------- *)

Lemma draw_bare weight U f : bare f -> draw weight U f = 1. Proof. by rewrite /draw => ->. Qed.

Lemma symmetric_draw weight U :
  (forall f i j m, weight (swap f i j) m = weight f (tperm i j m)) -> symmetric U -> symmetric (draw weight U).
Proof.
move=> sw sU f i j; rewrite /draw bare_swap; case: ifP => // _; congr (_ / _%:R).
  rewrite [RHS](reindex_inj (@perm_inj _ (tperm i j))) /=.
  by apply: eq_bigr => m _; rewrite sw less_swap sU.
by rewrite [RHS](reindex_inj (@perm_inj _ (tperm i j))) /=; apply: eq_bigr => m _; rewrite sw.
Qed.

(* (a) for a draw. The lot of f - e_i is that of f, perhaps without those of tree i. Where f draws one of these, it
   comes to f - e_i; there the pick goes on from f - e_i, which by (a) is worth no more than the mean of what it leads
   to. *)
Lemma falling_draw weight U : falling U ->
  (forall f m, (0 < f m)%N -> (0 < weight f m)%N) ->
  (forall f i, (0 < f i)%N -> exists a, forall m, weight f m = (weight (less f i) m + a * (m == i))%N) ->
  falling (draw weight U).
Proof.
move=> o pos step; split=> [f|f i]; first exact: draw_bare.
have sum_gt0 g : ~~ bare g -> 0 < (\sum_m weight g m)%:R :> rat.
  by move=> /nbareP[k gk]; rewrite ltr0n (bigD1 k) //= ltn_addr // pos.
have [fi|fi] := posnP (f i); first by rewrite less_empty.
have bf : ~~ bare f by apply/nbareP; exists i.
have [a wE] := step f i fi; rewrite {1}/draw (negbTE bf) ler_pdivr_mulr ?sum_gt0 //.
set g := less f i; have [bg|bg] := boolP (bare g).
  by rewrite draw_bare // mul1r natr_sum; apply: ler_sum => m _; apply: ler_pimulr (ler0n _ _) (at_most_1 _ o).
set M := draw weight U g.
have ME : \sum_m (weight g m)%:R * U (less g m) = M * (\sum_m weight g m)%:R.
  by rewrite /M /draw (negbTE bg) divfK // gt_eqF ?sum_gt0.
have UgM : U g <= M.
  rewrite /M /draw (negbTE bg) ler_pdivl_mulr ?sum_gt0 // natr_sum mulr_sumr.
  by apply: ler_sum => m _; rewrite mulrC ler_wpmul2l ?ler0n ?(fewer o).
have -> : (\sum_m weight f m = \sum_m weight g m + a)%N.
  under eq_bigr do rewrite wE; rewrite big_split /=; congr (_ + _)%N.
  by rewrite (bigD1 i) //= eqxx muln1 big1 ?addn0 // => m /negbTE ->; rewrite muln0.
rewrite natrD mulrDr -ME; apply: (@le_trans _ _ (\sum_m ((weight g m)%:R * U (less g m) + (a * (m == i))%:R * U g))).
  apply: ler_sum => m _; rewrite wE natrD mulrDl ler_add //.
    by rewrite ler_wpmul2l ?ler0n // /g lessC (fewer o).
  by case: eqP => [->|_]; rewrite ?muln0 ?mul0r.
rewrite big_split /= ler_add2l (bigD1 i) //= eqxx muln1 big1 ?addr0; last first.
  by move=> m /negbTE ->; rewrite muln0 mul0r.
by rewrite mulrC ler_wpmul2r ?ler0n.
Qed.

(* The lots of f and of f - e_i. *)
Lemma weight_each f i : (0 < f i)%N -> exists a, forall m, one_each f m = (one_each (less f i) m + a * (m == i))%N.
Proof. by exists 0%N => m; rewrite mul0n addn0. Qed.
Lemma weight_bearing f i : (0 < f i)%N ->
  exists a, forall m, one_if_bearing f m = (one_if_bearing (less f i) m + a * (m == i))%N.
Proof.
move=> fi; exists (f i == 1)%N => m; rewrite /one_if_bearing lessE.
case: eqP => [->|_]; rewrite ?subn0 ?muln0 ?addn0 // muln1 fi.
by case: (f i) fi => [|[|n]].
Qed.
Lemma weight_fruit f i : (0 < f i)%N ->
  exists a, forall m, one_a_fruit f m = (one_a_fruit (less f i) m + a * (m == i))%N.
Proof.
move=> fi; exists 1%N => m; rewrite /one_a_fruit lessE mul1n.
by case: eqP => [->|_]; rewrite ?subnK // subn0 addn0.
Qed.

Lemma falling_each U : falling U -> falling (draw one_each U).
Proof. by move=> o; apply: falling_draw o _ weight_each. Qed.
Lemma falling_bearing U : falling U -> falling (draw one_if_bearing U).
Proof. by move=> o; apply: falling_draw o _ weight_bearing => f m; rewrite /one_if_bearing => ->. Qed.
Lemma falling_fruit U : falling U -> falling (draw one_a_fruit U).
Proof. by move=> o; apply: falling_draw o _ weight_fruit. Qed.

Lemma symmetric_each U : symmetric U -> symmetric (draw one_each U).
Proof. exact: symmetric_draw. Qed.
Lemma symmetric_bearing U : symmetric U -> symmetric (draw one_if_bearing U).
Proof. by apply: symmetric_draw => f i j m; rewrite /one_if_bearing ffunE. Qed.
Lemma symmetric_fruit U : symmetric U -> symmetric (draw one_a_fruit U).
Proof. by apply: symmetric_draw => f i j m; rewrite /one_a_fruit ffunE. Qed.

Lemma falling_lottery U1 U2 p : 0 <= p <= 1 -> falling U1 -> falling U2 ->
  falling (fun f => p * U1 f + (1 - p) * U2 f).
Proof.
move=> /andP[p0 p1] o1 o2; have q0 : 0 <= 1 - p by rewrite subr_ge0.
split=> [f bf|f i]; first by rewrite (one_if_bare o1 bf) (one_if_bare o2 bf) !mulr1 addrC subrK.
exact: ler_add (ler_wpmul2l p0 (fewer o1 _ _)) (ler_wpmul2l q0 (fewer o2 _ _)).
Qed.

(* Whichever emptiest tree is chosen, it is worth the same. *)
Lemma emptiest_same_stock U choice f i : symmetric U -> (forall f, ~~ bare f -> is_emptiest f (choice f)) ->
  is_emptiest f i -> U (less f (choice f)) = U (less f i).
Proof.
move=> sU empt [fi le_i]; have bf : ~~ bare f by apply/nbareP; exists i.
have [fl le_l] := empt f bf; apply: same_stock => //; apply/eqP.
by rewrite eqn_leq le_l // le_i.
Qed.

(* (a) for the emptiest tree l: if i has as little fruit, f - e_l is worth what f - e_i is. If not, l is emptiest in f
   - e_i too. *)
Lemma falling_emptiest U choice : falling U -> symmetric U -> (forall f, ~~ bare f -> is_emptiest f (choice f)) ->
  falling (fun f => U (less f (choice f))).
Proof.
move=> o sU empt; split=> [f bf|f i]; first by rewrite (one_if_bare o) // bare_less.
have [bi|bi] := boolP (bare (less f i)).
  by rewrite [X in _ <= X](one_if_bare o) ?at_most_1 // bare_less.
have [fi|fi] := posnP (f i); first by rewrite (less_empty fi).
have bf : ~~ bare f by apply/nbareP; exists i.
have [fl le_l] := empt f bf; set l := choice f in fl le_l *.
have [e|ne] := eqVneq (f i) (f l); first by rewrite -(same_stock sU e); apply: fewer o _ _.
have li : l != i by apply: contraNneq ne => ->.
rewrite (@emptiest_same_stock _ _ _ l sU empt); first by rewrite lessC; apply: fewer o _ _.
split=> [|m]; rewrite [less f i l]less_other //.
have [->|mi] := eqVneq m i; last by rewrite less_other //; apply: le_l.
by rewrite less_self => _; rewrite -ltnS prednK // ltn_neqAle eq_sym ne le_l.
Qed.

Lemma symmetric_emptiest U choice : symmetric U -> (forall f, ~~ bare f -> is_emptiest f (choice f)) ->
  (forall f, bare f -> U f = 1) -> symmetric (fun f => U (less f (choice f))).
Proof.
move=> sU empt at0 f i j; have [bf|bf] := boolP (bare f); first by rewrite !at0 ?bare_less ?bare_swap.
have [fl le_l] := empt f bf; rewrite (@emptiest_same_stock _ _ _ (tperm i j (choice f)) sU empt).
  by rewrite less_swap tpermK sU.
by split=> [|m]; rewrite !ffunE tpermK // => fm; apply: le_l.
Qed.

(* ------------------------------------------------ Theorem 5 ------------------------------------------------ *)

Lemma eq_orderly U U' : U =1 U' -> orderly U -> orderly U'.
Proof.
move=> e o; split=> [|f i j|i j g ij].
- by split=> [f bf|f i]; rewrite -!e; [apply: one_if_bare o _ bf | apply: fewer o _ _].
- by rewrite -!e; apply: orderly_symmetric o _ _ _.
- by rewrite -!e; apply: even o _ _ _ ij.
Qed.

(* The fullest tree is the max in (1). *)
Lemma orderly_fullest U choice : orderly U -> (forall f, is_fullest f (choice f)) ->
  orderly (fun f => U (less f (choice f))).
Proof.
move=> o full; apply: eq_orderly (Lemma_2 o) => f.
have [bf|bf] := boolP (bare f); first by rewrite best_bare // (one_if_bare o) // bare_less.
have [m fm [-> h]] := bestP U bf; have fc : (0 < f (choice f))%N := leq_trans fm (full f m).
by apply: le_anti; rewrite h // andbT; apply: better_from_fuller (even o (j := m)) (full f m) fm.
Qed.

(* The emptiest is the min. *)
Lemma orderly_emptiest U choice : orderly U -> (forall f, ~~ bare f -> is_emptiest f (choice f)) ->
  orderly (fun f => U (less f (choice f))).
Proof.
move=> o empt; apply: eq_orderly (Lemma_2_worst o) => f.
have [bf|bf] := boolP (bare f); first by rewrite worst_bare // (one_if_bare o) // bare_less.
have [fc le_c] := empt f bf; have [m fm [-> h]] := worstP U bf.
by apply: le_anti; rewrite h //=; apply: better_from_fuller (even o (j := choice f)) (le_c m fm) fc.
Qed.

(* A fruit at random: pair each fruit of x with one of y, the moved one with itself, and let both players grasp the
   same. *)
Lemma even_colour U g i j m : even_for U i j -> (g j < g i)%N -> (0 < g m)%N ->
  U (less (more g i) m) <= U (less (more g j) m).
Proof.
move=> ev ji gm; have [->|mi] := eqVneq m i; first by rewrite less_more; apply: even_left.
have [mj|mj] := eqVneq m j; last exact: even_third ev (ltnW ji) mi mj.
by rewrite mj in gm *; rewrite less_more; apply: even_right.
Qed.

Lemma sum_more (G : tree t -> rat) g j :
  \sum_m (more g j m)%:R * G m = \sum_m (g m)%:R * G m + G j.
Proof.
under eq_bigr do rewrite moreE natrD mulrDl; rewrite big_split /=; congr (_ + _).
by rewrite (bigD1 j) //= eqxx mul1r big1 ?addr0 // => m /negbTE ->; rewrite mul0r.
Qed.

Lemma orderly_fruit_at_random U : orderly U -> orderly (draw one_a_fruit U).
Proof.
move=> o; apply: even_if_fuller => [||g i j gij].
- exact: falling_fruit o.
- exact: symmetric_fruit (orderly_symmetric o).
have total k : (\sum_m more g k m)%:R = \sum_m (g m)%:R + 1 :> rat.
  by rewrite natr_sum -(eq_bigr _ (fun m _ => mulr1 _)) (sum_more (fun=> 1)); under eq_bigr do rewrite mulr1.
rewrite /draw !(negbTE (nbare_more _ _)) /one_a_fruit !total ler_wpmul2r ?invr_ge0 //.
  by rewrite addr_ge0 ?ler01 //; apply: sumr_ge0 => m _; apply: ler0n.
rewrite !sum_more !less_more ler_add2r; apply: ler_sum => m _.
have [->|gm] := posnP (g m); first by rewrite !mul0r.
exact: ler_wpmul2l (ler0n _ _) _ _ (even_colour (even o (j := j)) gij gm).
Qed.

(* A blindly drawn tree: the sum over the colours in Lemma 3. *)
Lemma orderly_blind U : orderly U -> orderly (draw one_each U).
Proof.
move=> o; apply: even_if_fuller => [||g i j gij].
- exact: falling_each o.
- exact: symmetric_each (orderly_symmetric o).
rewrite /draw !(negbTE (nbare_more _ _)) ler_wpmul2r ?invr_ge0 ?ler0n //.
under eq_bigr do rewrite mul1r; under [X in _ <= X]eq_bigr do rewrite mul1r.
exact: even_colours (orderly_falling o) (even o (j := j)) gij.
Qed.

(* A mean of orderly functions is orderly. *)
Lemma orderly_lottery U1 U2 p : 0 <= p <= 1 -> orderly U1 -> orderly U2 ->
  orderly (fun f => p * U1 f + (1 - p) * U2 f).
Proof.
move=> p01 o1 o2; split=> [|f i j|i j g ij].
- exact: falling_lottery p01 o1 o2.
- by rewrite (orderly_symmetric o1) (orderly_symmetric o2).
move/andP: p01 => [p0 p1]; have q0 : 0 <= 1 - p by rewrite subr_ge0.
exact: ler_add (ler_wpmul2l p0 (even o1 ij)) (ler_wpmul2l q0 (even o2 ij)).
Qed.

(* Lemma 2 for every habit but a tree at random. *)
Lemma orderly_worth h U : without_tree_at_random h -> orderly U -> orderly (worth h U).
Proof.
elim: h U => [||choice full|choice empt||||p p01 h1 IH1 h2 IH2|h1 IH1 h2 IH2] U //=.
- by move=> _; apply: Lemma_2.
- by move=> _ o; apply: orderly_fullest.
- by move=> _ o; apply: orderly_emptiest.
- by move=> _; apply: orderly_fruit_at_random.
- by move=> _; apply: orderly_blind.
- by move=> /andP[n1 n2] o; apply: orderly_lottery => //; [apply: IH1 | apply: IH2].
- by move=> /andP[n1 n2] o; apply/IH1/IH2.
Qed.

(* ------------------------------------------------ Theorem R ------------------------------------------------ *)

(* The trees with more than w fruits, and those that bear. *)
Definition fuller_than (w : nat) f : {set tree t} := [set i | (w < f i)%N].
Definition bearing f : {set tree t} := [set i | (0 < f i)%N].

(* What it is worth to take from the trees of S, each in turn, rather than from j. *)
Definition d U f S j : rat := \sum_(i in S) (U (less f i) - U (less f j)).

(* (b'): the trees with more than w fruits, each in turn, are at least as good together as any tree with fruit that
   has no more. *)
Record fair U : Prop := Fair {
  fair_falling :> falling U;
  fair_symmetric : symmetric U;
  fair_mean : forall f w j, (0 < f j)%N -> (f j <= w)%N -> 0 <= d U f (fuller_than w f) j }.

(* None of S has less fruit than a tree outside. *)
Definition on_top S f := forall i l, i \in S -> l \notin S -> (f l <= f i)%N.

(* S stays such a set in every f - e_m. *)
Lemma on_top_less w f m : on_top (fuller_than w f) (less f m).
Proof.
move=> i l; rewrite !inE -leqNgt => wi lw; apply: leq_trans (less_le _ _ _) (leq_trans lw _).
by apply: leq_trans (less_ge f m i); rewrite -ltnS (ltn_predK wi).
Qed.

(* Ties. By symmetry the sum is linear in how many trees of a tie group at the border lie in S; so (b') holds for
   every S none of whose trees has less fruit than a tree outside. *)
Lemma fair_on_top U f S j : fair U -> on_top S f -> j \notin S -> (0 < f j)%N -> 0 <= d U f S j.
Proof.
move=> o topS jS fj; have [->|[i0 i0S]] := set_0Vmem S; first by rewrite /d big_set0.
have [i1 i1S least] := @arg_minnP _ i0 (mem S) f i0S; set v := f i1.
have fjv : (f j <= v)%N := topS _ _ i1S jS.
have sub : fuller_than v f \subset S.
  by apply/subsetP => i; rewrite inE; apply: contraTT => iS; rewrite -leqNgt; apply: topS.
have border (P : {set tree t}) : (forall i, i \in P -> (v <= f i)%N) ->
  \sum_(i in P :\: fuller_than v f) (U (less f i) - U (less f j))
  = (U (less f i1) - U (less f j)) *+ #|P :\: fuller_than v f|.
  move=> le_v; rewrite -sumr_const; apply: eq_bigr => i; rewrite !inE -leqNgt => /andP[ge_v iP].
  congr (_ - _).
  by apply: (same_stock (fair_symmetric o)); apply/eqP; rewrite eqn_leq ge_v le_v.
rewrite /d (big_setID (fuller_than v f)) /= (setIidPr sub) border; last exact: least.
have above : 0 <= d U f (fuller_than v f) j by apply: fair_mean.
have [e|ne] := eqVneq (f j) v.
  have -> : U (less f i1) - U (less f j) = 0 by rewrite (same_stock (fair_symmetric o) e) subrr.
  by rewrite mul0rn addr0.
have v0 : (0 < v)%N by apply: leq_ltn_trans (leq0n (f j)) _; rewrite ltn_neqAle ne.
have [le0|lt0] := lerP 0 (U (less f i1) - U (less f j)); first by rewrite addr_ge0 ?mulrn_wge0.
have sub' : fuller_than v f \subset fuller_than v.-1 f.
  by apply/subsetP => i; rewrite !inE => /ltnW; rewrite prednK.
have := fair_mean o fj (_ : (f j <= v.-1)%N).
rewrite /d (big_setID (fuller_than v f)) /= (setIidPr sub') border; last first.
  by move=> i; rewrite inE prednK.
rewrite -ltnS prednK // ltn_neqAle ne => /(_ fjv) /le_trans; apply; rewrite ler_add2l.
apply: ler_wnmuln2l (ltW lt0) _ _ (subset_leq_card _).
apply/subsetP => i; rewrite !inE => /andP[-> iS] /=; rewrite prednK //; exact: least.
Qed.

(* S = {i}: a fullest tree is best. *)
Lemma fullest_of_fair U f i m : fair U -> (forall l, (f l <= f i)%N) -> (0 < f m)%N -> U (less f m) <= U (less f i).
Proof.
move=> o full fm; have [->//|mi] := eqVneq m i.
have := @fair_on_top U f [set i] m o; rewrite /d big_set1 subr_ge0; apply=> //; last by rewrite inE.
by move=> a l; rewrite !inE => /eqP -> _.
Qed.

Section AtATree.
(* What the lemmas below have in common: a tree j with fruit, and the trees S that have more than w fruits, when j has
   no more. *)
Variables (f : orchard t) (w : nat) (j : tree t).
Hypotheses (fj : (0 < f j)%N) (fjw : (f j <= w)%N).
Notation S := (fuller_than w f).

Lemma j_notin_S : j \notin S. Proof. by rewrite inE -leqNgt. Qed.

(* Trees in S have two fruits or more. *)
Lemma S_has_two i : i \in S -> (1 < f i)%N.
Proof. by rewrite inE; apply: leq_ltn_trans (leq_trans fj fjw). Qed.

(* So (b') holds in f - e_m, if j still has fruit there. *)
Lemma d_less U m : fair U -> (0 < less f m j)%N -> 0 <= d U (less f m) S j.
Proof. by move=> o h; apply: fair_on_top o (@on_top_less _ _ _) j_notin_S h. Qed.

Lemma nbare_S i : i \in S -> ~~ bare (less f i) /\ ~~ bare (less f j).
Proof.
move=> iS; have ji : j != i by apply: contraTneq iS => <-; apply: j_notin_S.
by split; apply/nbareP; [exists j | exists i]; rewrite less_other // 1?eq_sym // (ltnW (S_has_two iS)).
Qed.

(* Colours. The difference is the sum over m of that for f - e_m. If m takes the last fruit of j, and for a bare tree,
   it is by (a) at least 0. *)
Lemma fair_colours U : fair U -> 0 <= d (fun g => \sum_m U (less g m)) f S j.
Proof.
move=> o; rewrite /d.
under eq_bigr do rewrite -sumrB; rewrite exchange_big /=; apply: sumr_ge0 => m _.
have [h|h] := posnP (less f m j); last first.
  by under eq_bigr do rewrite lessC [less (less f j) m]lessC; apply: d_less.
have -> : m = j by apply/esym/(last_fruit fj h).
rewrite [less (less f j) j]less_empty; last by rewrite -h; congr (less _ _ _); apply/esym/esym/(last_fruit fj h).
by apply: sumr_ge0 => i _; rewrite subr_ge0 lessC; apply: fewer o _ _.
Qed.
End AtATree.

(* The best pick. Tree l is fullest: from f - e_j it is best to go on with l, and from f - e_i one may, which is (b')
   for f - e_l. *)
Lemma fair_best U : fair U -> fair (best U).
Proof.
move=> o; split=> [||f w j fj fjw]; [exact: best_falling o | exact: best_symmetric (fair_symmetric o) |].
have [->|[i0 i0S]] := set_0Vmem (fuller_than w f); first by rewrite /d big_set0.
have [l _ full] := @arg_maxnP _ i0 xpredT f isT; have {}full m : (f m <= f l)%N by apply: full.
have lS : (w < f l)%N by move: i0S; rewrite inE => /leq_trans; apply.
have lj : l != j by apply: contraTneq lS => ->; rewrite -leqNgt.
have l2 : (1 < f l)%N by apply: leq_ltn_trans (leq_trans fj fjw) lS.
have -> : d (best U) f (fuller_than w f) j = \sum_(i in fuller_than w f) (best U (less f i) - U (less (less f l) j)).
  apply: eq_bigr => i _; congr (_ - _); apply: le_anti; rewrite lessC best_ge ?less_other ?(ltnW l2) // andbT.
  have [|m fm [-> _]] := @bestP _ U (less f j); first by apply/nbareP; exists l; rewrite less_other // ltnW.
  by apply: fullest_of_fair => // m'; rewrite [X in (_ <= X)%N]less_other // (leq_trans (less_le _ _ _)).
have jl : (0 < less f l j)%N by rewrite less_other // eq_sym.
apply: le_trans (d_less fjw o jl) _.
apply: ler_sum => i iS; rewrite ler_add2r lessC; apply: best_ge.
by apply: leq_trans (less_ge f i l); rewrite -ltnS (ltn_predK l2).
Qed.

(* A blindly drawn tree: the colours once more. *)
Lemma fair_blind U : fair U -> fair (draw one_each U).
Proof.
move=> o; split=> [||f w j fj fjw]; [exact: falling_each o | exact: symmetric_each (fair_symmetric o) |].
pose all_trees g := \sum_m U (less g m).
have mean g : ~~ bare g -> draw one_each U g = all_trees g / (\sum_(m < t) 1)%:R.
  by rewrite /draw => /negbTE ->; congr (_ / _); apply: eq_bigr => m _; rewrite mul1r.
have -> : d (draw one_each U) f (fuller_than w f) j = d all_trees f (fuller_than w f) j / (\sum_(m < t) 1)%:R.
  rewrite /d mulr_suml; apply: eq_bigr => i iS; have [bi bj] := nbare_S fj fjw iS.
  by rewrite !mean // mulrBl.
by rewrite mulr_ge0 ?invr_ge0 ?ler0n // fair_colours.
Qed.

(* A mean. *)
Lemma fair_lottery U1 U2 p : 0 <= p <= 1 -> fair U1 -> fair U2 -> fair (fun f => p * U1 f + (1 - p) * U2 f).
Proof.
move=> p01 o1 o2; have /andP[p0 p1] := p01; have q0 : 0 <= 1 - p by rewrite subr_ge0.
split=> [||f w j fj fjw].
- exact: falling_lottery p01 o1 o2.
- by move=> f i j; rewrite (fair_symmetric o1) (fair_symmetric o2).
rewrite /d (eq_bigr (fun i => p * (U1 (less f i) - U1 (less f j)) + (1 - p) * (U2 (less f i) - U2 (less f j)))).
  by rewrite big_split -!mulr_sumr addr_ge0 // mulr_ge0 //; apply: fair_mean.
by move=> i _; rewrite !mulrBr opprD addrACA.
Qed.

(* A fullest tree, whichever is chosen, is the best pick. *)
Lemma fullest_is_best_pick U choice : fair U -> (forall f, is_fullest f (choice f)) ->
  forall f, U (less f (choice f)) = best U f.
Proof.
move=> o full f; have [bf|bf] := boolP (bare f).
  by rewrite best_bare // (one_if_bare o) // bare_less.
have [m fm [-> h]] := bestP U bf; have fc : (0 < f (choice f))%N := leq_trans fm (full f m).
by apply: le_anti; rewrite h //=; apply: fullest_of_fair => //; apply: full.
Qed.

Lemma eq_fair U U' : U =1 U' -> fair U -> fair U'.
Proof.
move=> e o; split=> [|f i j|f w j fj fjw]; last 1 first.
- by rewrite /d; under eq_bigr do rewrite -!e; apply: fair_mean.
- by split=> [f bf|f i]; rewrite -!e; [apply: one_if_bare o _ bf | apply: fewer o _ _].
- by rewrite -!e; apply: fair_symmetric o _ _ _.
Qed.

(* The emptiest tree l. Either l has less fruit than j; then l is emptiest in f - e_j and f - e_i too, and (b') holds
   for f - e_l. Or j is among the emptiest, and the emptiest in f - e_i. *)
Lemma fair_emptiest U choice : fair U -> (forall f, ~~ bare f -> is_emptiest f (choice f)) ->
  fair (fun f => U (less f (choice f))).
Proof.
move=> o empt; have sU := fair_symmetric o; split=> [||f w j fj fjw].
- exact: falling_emptiest o sU empt.
- by apply: symmetric_emptiest => // f; apply: one_if_bare o _.
have [->|[i0 i0S]] := set_0Vmem (fuller_than w f); first by rewrite /d big_set0.
have pick_of g l : is_emptiest g l -> U (less g (choice g)) = U (less g l) by exact: (emptiest_same_stock sU empt).
have bf : ~~ bare f by apply/nbareP; exists j.
have [_ bj] := nbare_S fj fjw i0S.
have low_S i : i \in fuller_than w f -> (f j <= less f i i)%N.
  by rewrite inE less_self => wi; rewrite -ltnS (ltn_predK wi) (leq_ltn_trans fjw).
have [fl le_l] := empt f bf; set l := choice f in fl le_l *.
have [jl|lj] := leqP (f j) (f l).
  have le_j m : (0 < f m)%N -> (f j <= f m)%N by move=> fm; apply: leq_trans jl (le_l _ fm).
  have from_j i : i \in fuller_than w f -> is_emptiest (less f i) j.
    move=> iS; have ji : j != i by apply: contraTneq iS => <-; apply: j_notin_S.
    split=> [|m]; rewrite [less f i j]less_other //.
    by have [->|mi] := eqVneq m i; [move=> _; apply: low_S | rewrite less_other //; apply: le_j].
  rewrite /d; under eq_bigr => i iS do rewrite (pick_of _ _ (from_j i iS)) lessC.
  have [j1|j2] := leqP (f j) 1.
    (* j has one fruit: k is the next emptiest. It is (b') for f - e_j and k; if k is in S, drop it from S. *)
    have [gl le_g] := empt _ bj; set g := less f j in gl le_g *; set k := choice g in gl le_g *.
    have [kS|kS] := boolP (k \in fuller_than w f); last first.
      by apply: (fair_on_top o) => //; apply: on_top_less.
    rewrite (big_setD1 k kS) /= subrr add0r; apply: (fair_on_top o) => //; last by rewrite !inE eqxx.
    move=> a m; rewrite !in_setD1 negb_and negbK => /andP[_ aS] /orP[/eqP->|mS]; last exact: on_top_less aS mS.
    have aj : a != j by apply: contraTneq aS => ->; apply: j_notin_S.
    by apply: le_g; rewrite less_other // ltnW // (S_has_two fj fjw aS).
  (* j has more, and stays emptiest in f - e_j: (b') for f - e_j. *)
  rewrite (pick_of _ j); first by apply: d_less => //; rewrite less_self -ltnS prednK.
  split=> [|m]; rewrite less_self; first by rewrite -ltnS prednK.
  have [->|mj] := eqVneq m j; first by rewrite less_self.
  by rewrite less_other // => fm; apply: leq_trans (leq_pred _) (le_j _ fm).
(* l has less fruit than j. *)
have lS : l \notin fuller_than w f by rewrite inE -leqNgt (leq_trans (ltnW lj)).
have still i : (f l <= less f i i)%N -> i != l -> is_emptiest (less f i) l.
  move=> h il; split=> [|m]; rewrite [less f i l]less_other 1?eq_sym //.
  by have [->|mi] := eqVneq m i; [| rewrite less_other //; apply: le_l].
have jl : j != l by apply: contraTneq lj => ->; rewrite ltnn.
rewrite /d (pick_of (less f j) l); last first.
  by apply: still => //; rewrite less_self -ltnS (ltn_predK lj).
under eq_bigr => i iS.
  rewrite (pick_of (less f i) l); last first.
    apply: still; first exact: leq_trans (ltnW lj) (low_S i iS).
    by apply: contraTneq iS => ->.
  rewrite lessC [less (less f j) l]lessC; over.
by apply: d_less; rewrite // less_other.
Qed.

(* A tree at random is the mean over the trees that bear. *)
Lemma draw_bearing U f : ~~ bare f ->
  draw one_if_bearing U f = (\sum_(m in bearing f) U (less f m)) / #|bearing f|%:R.
Proof.
rewrite /draw /one_if_bearing => /negbTE ->; rewrite -sum1_card [in RHS]big_mkcond [X in _ = _ / X%:R]big_mkcond /=.
congr (_ / _%:R); apply: eq_bigr => m _; rewrite inE; last by case: (0 < f m)%N.
by case: (0 < f m)%N; rewrite ?mul1r ?mul0r.
Qed.

Lemma bearing_less_many f i : (1 < f i)%N -> bearing (less f i) = bearing f.
Proof.
move=> h; apply/setP => m; rewrite !inE; have [->|mi] := eqVneq m i; last by rewrite less_other.
by rewrite less_self (ltnW h) -ltnS (ltn_predK h).
Qed.

Lemma bearing_less_last f i : f i = 1%N -> bearing (less f i) = bearing f :\ i.
Proof.
by move=> h; apply/setP => m; rewrite !inE; have [->|mi] := eqVneq m i; [rewrite less_self h | rewrite less_other].
Qed.

(* Two means, one of n + 1 numbers (u among them) and one of n, with sums u + x and y, over one denominator. *)
Lemma two_means (u x y : rat) n : (0 < n)%N ->
  (u + x) / n.+1%:R - y / n%:R = (n%:R * (x - y) + (n%:R * u - y)) / (n.+1 * n)%:R.
Proof.
move=> n0; rewrite -mulNr addf_div ?pnatr_eq0 -?lt0n // natrM; congr (_ / _).
rewrite -[n.+1]addn1 natrD mulrDl mulrDr mulr1 mulNr mulrBr ![n%:R * _]mulrC.
by rewrite [x * _ - _ + _]addrACA [x * _ + _]addrC.
Qed.

(* A tree at random, the heart of Theorem R. *)
Lemma fair_tree_at_random U : fair U -> fair (draw one_if_bearing U).
Proof.
move=> o; split=> [||f w j fj fjw]; [exact: falling_bearing o | exact: symmetric_bearing (fair_symmetric o) |].
set S := fuller_than w f; set k := #|bearing f|.
have from_S i : i \in S -> draw one_if_bearing U (less f i) = (\sum_(m in bearing f) U (less (less f m) i)) / k%:R.
  move=> iS; have [bi _] := nbare_S fj fjw iS; rewrite draw_bearing // bearing_less_many ?(S_has_two fj fjw) //.
  by congr (_ / _); apply: eq_bigr => m _; rewrite lessC.
have [->|[i0 i0S]] := set_0Vmem S; first by rewrite /d big_set0.
have [_ bj] := nbare_S fj fjw i0S.
have inv0 (n : nat) : 0 <= n%:R^-1 :> rat by rewrite invr_ge0 ler0n.
have [j2|j1] := ltnP 1 (f j).
  (* f_j >= 2: as many trees bear in f - e_i and in f - e_j, so it is the mean of (b') over all f - e_m. *)
  have -> : d (draw one_if_bearing U) f S j = (\sum_(m in bearing f) d U (less f m) S j) / k%:R.
    rewrite /d exchange_big mulr_suml; apply: eq_bigr => i iS /=.
    rewrite from_S // draw_bearing // bearing_less_many // -mulrBl sumrB.
    by congr ((_ - _) / _); apply: eq_bigr => m _; rewrite lessC.
  rewrite mulr_ge0 //; apply: sumr_ge0 => m _; apply: d_less => //.
  by apply: leq_trans (less_ge f m j); rewrite -ltnS (ltn_predK j2).
(* f_j = 1: in f - e_j one tree fewer bears, n in place of n + 1. So n (n + 1) times the difference is
   n sum_{m <> j} d(f - e_m; S, j) + sum_{i in S} sum_{m <> j} [U(f - e_j - e_i) - U(f - e_j - e_m)]. *)
have {}j1 : f j = 1%N by apply/eqP; rewrite eqn_leq j1.
set others := bearing f :\ j.
have jb : j \in bearing f by rewrite inE.
have kE : k = #|others|.+1 by rewrite /k (cardsD1 j) jb.
have o0 : (0 < #|others|)%N.
  apply/card_gt0P; exists i0; rewrite !inE (ltnW (S_has_two fj fjw i0S)) andbT.
  by apply: contraTneq i0S => ->; apply: j_notin_S.
pose after m := U (less (less f j) m).
have -> : d (draw one_if_bearing U) f S j
  = (#|others|%:R * (\sum_(m in others) d U (less f m) S j)
     + \sum_(i in S) \sum_(m in others) (after i - after m)) / (k * #|others|)%:R.
  rewrite /d exchange_big mulr_sumr -big_split mulr_suml; apply: eq_bigr => i iS /=.
  rewrite from_S // (draw_bearing _ bj) bearing_less_last // -/others (big_setD1 j jb) /= -/(after i).
  rewrite kE two_means // !sumrB sumr_const -[after i *+ _]mulr_natl.
  congr ((_ * (_ - _) + _) / _); apply: eq_bigr => m _; exact/congr1/lessC.
rewrite mulr_ge0 // addr_ge0 //.
  rewrite mulr_ge0 ?ler0n //; apply: sumr_ge0 => m; rewrite !inE => /andP[mj _].
  by apply: d_less => //; rewrite less_other // eq_sym.
have S_others : S \subset others.
  apply/subsetP => i iS; rewrite !inE (ltnW (S_has_two fj fjw iS)) andbT.
  by apply: contraTneq iS => ->; apply: j_notin_S.
(* In the second sum the m in S cancel, which leaves sum_{m not in S, m <> j} d(f - e_j; S, m). *)
rewrite exchange_big (big_setID S) /= (setIidPr S_others).
have -> : \sum_(m in S) \sum_(i in S) (after i - after m) = 0.
  by under eq_bigr do rewrite sumrB; rewrite sumrB exchange_big subrr.
rewrite add0r; apply: sumr_ge0 => m; rewrite !inE => /and3P[mS mj fm].
by apply: (fair_on_top o (@on_top_less w f j)); rewrite ?inE ?less_other.
Qed.

(* (b') is kept by every habit but a fruit at random. *)
Lemma fair_worth h U : without_fruit_at_random h -> fair U -> fair (worth h U).
Proof.
elim: h U => [||choice full|choice empt||||p p01 h1 IH1 h2 IH2|h1 IH1 h2 IH2] U //=.
- by move=> _; apply: fair_best.
- by move=> _ o; apply: eq_fair (fair_best o) => f; rewrite (fullest_is_best_pick o full).
- by move=> _ o; apply: fair_emptiest.
- by move=> _; apply: fair_tree_at_random.
- by move=> _; apply: fair_blind.
- by move=> /andP[n1 n2] o; apply: fair_lottery => //; [apply: IH1 | apply: IH2].
- by move=> /andP[n1 n2] o; apply/IH1/IH2.
Qed.
End Habits.

Section Rolls.
Variables (t : nat) (die : finType) (shows : die -> symbol t).
Hypothesis die_has_faces : (0 < #|die|)%N.
Hypothesis same : equal_colours shows.
Variables (lost : bool) (habits : nat -> nat -> habit t).
Notation V := (value shows lost (fun n r => worth (habits n r))).
Notation F := (#|die|%:R : rat).

(* The start: trees that are not bare are all worth 0, or 1 where a lost game counts. *)
Lemma fair_start r : fair (V 0%N r).
Proof.
split=> [||f w j fj fjw]; [exact: falling_constant | exact: symmetric_start |].
rewrite /d; apply: sumr_ge0 => i iS; have [bi bj] := nbare_S fj fjw iS.
by case: r => [|r] /=; rewrite (negbTE bi) (negbTE bj) subrr.
Qed.

Lemma d_scale (U : orchard t -> rat) f (S : {set tree t}) j x : d (fun g => x * U g) f S j = x * d U f S j.
Proof. by rewrite /d mulr_sumr; apply: eq_bigr => i _; rewrite mulrBr. Qed.

(* A roll: raven, basket and colours, one after the other. *)
Lemma fair_roll n : (forall n r, without_fruit_at_random (habits n r)) ->
  (forall r, fair (V n r)) -> forall r, fair (V n.+1 r).
Proof.
move=> ok oV r; have oP r' : fair (worth (habits n r') (V n r')) by apply: fair_worth.
split=> [||f w j fj fjw].
- by apply: falling_roll => // r'; apply: fair_falling.
- by apply: symmetric_roll => // r'; apply: fair_symmetric.
set S := fuller_than w f; case: r => [|r].
  by rewrite /d; apply: sumr_ge0 => i iS; have [bi bj] := nbare_S fj fjw iS; rewrite !value_lost // subrr.
rewrite -(pmulr_rge0 _ (F_gt0 die_has_faces)) -d_scale.
pose c : rat := (faces shows (Colour j))%:R; pose B : rat := (faces shows Basket)%:R.
pose W : rat := (faces shows Raven)%:R.
have -> : d (fun g => F * V n.+1 r.+1 g) f S j
  = c * d (fun g => \sum_m V n r.+1 (less g m)) f S j
    + B * d (worth (habits n r.+1) (V n r.+1)) f S j + W * d (V n r) f S j.
  rewrite -!d_scale /d -!big_split; apply: eq_bigr => i iS /=; have [bi bj] := nbare_S fj fjw iS.
  have colours g : \sum_m (faces shows (Colour m))%:R * V n r.+1 (less g m) = c * \sum_m V n r.+1 (less g m).
    by rewrite mulr_sumr; apply: eq_bigr => m _; rewrite (same m j).
  by rewrite !value_roll // !colours !opprD addrACA [_ * _ + _ + _]addrACA.
apply: addr_ge0; first apply: addr_ge0; apply: mulr_ge0; rewrite ?ler0n //.
- exact: fair_colours.
- exact: (fair_mean (oP _)).
- exact: (fair_mean (oV _)).
Qed.

Lemma fair_value n r : (forall n r, without_fruit_at_random (habits n r)) -> fair (V n r).
Proof. by move=> ok; elim: n r => [|n IH] r; [apply: fair_start | apply: fair_roll]. Qed.
End Rolls.

(* --------------------------------------------- The theorems --------------------------------------------- *)

(* Theorem R. You have a pick to make, then `later` of this basket, and then n rolls follow, those of all players: a
   pick from a fullest tree i is at least as good as one from any tree j. *)
Theorem theorem_R t (die : finType) (shows : die -> symbol t) lost (habits : nat -> nat -> habit t) (later : habit t)
    n r (f : orchard t) (i j : tree t) (value_after := value shows lost (fun n r => worth (habits n r)) n r) :
  (0 < #|die|)%N -> equal_colours shows ->
  (forall n r, without_fruit_at_random (habits n r)) -> without_fruit_at_random later ->
  (0 < f j)%N -> is_fullest f i ->
  worth later value_after (less f j) <= worth later value_after (less f i).
Proof.
move=> faces same ok ok_later fj full; apply: fullest_of_fair full fj.
exact/fair_worth/fair_value.
Qed.

(* To leave that pick unused is no better than to pick from any tree at all. *)
Theorem theorem_R_unused t (die : finType) (shows : die -> symbol t) lost (habits : nat -> nat -> habit t)
    (later : habit t) n r (f : orchard t) (i : tree t)
    (value_after := value shows lost (fun n r => worth (habits n r)) n r) :
  (0 < #|die|)%N -> equal_colours shows ->
  (forall n r, without_fruit_at_random (habits n r)) -> without_fruit_at_random later ->
  worth later value_after f <= worth later value_after (less f i).
Proof. by move=> faces same ok ok_later; apply/fewer/fair_falling/fair_worth/fair_value. Qed.

(* Theorem 5. So is one from a tree i that is at least as full as j. *)
Theorem theorem_5 t (die : finType) (shows : die -> symbol t) lost (habits : nat -> nat -> habit t) (later : habit t)
    n r (f : orchard t) (i j : tree t) (value_after := value shows lost (fun n r => worth (habits n r)) n r) :
  (0 < #|die|)%N -> equal_colours shows ->
  (forall n r, without_tree_at_random (habits n r)) -> without_tree_at_random later ->
  (0 < f j)%N -> (f j <= f i)%N ->
  worth later value_after (less f j) <= worth later value_after (less f i).
Proof.
move=> faces same ok ok_later fj ji; apply: better_from_fuller => //; apply: even; apply: orderly_worth => //.
by apply: orderly_value => // *; apply: orderly_worth.
Qed.

(* And to leave it unused is no better. *)
Theorem theorem_5_unused t (die : finType) (shows : die -> symbol t) lost (habits : nat -> nat -> habit t)
    (later : habit t) n r (f : orchard t) (i : tree t)
    (value_after := value shows lost (fun n r => worth (habits n r)) n r) :
  (0 < #|die|)%N -> equal_colours shows ->
  (forall n r, without_tree_at_random (habits n r)) -> without_tree_at_random later ->
  worth later value_after f <= worth later value_after (less f i).
Proof.
move=> faces same ok ok_later; apply/fewer/orderly_falling/orderly_worth => //.
by apply: orderly_value => // *; apply: orderly_worth.
Qed.
