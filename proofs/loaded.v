(* Theorem 4 of notebook 7: what is left of Theorem 1 if colours are not equally likely.

   On the page: "On any die: if tree i has at least as much fruit as tree j, which has some, and its colour is at most
   as likely, then i is at least as good a pick." Here for the number of rolls that one has in mind, whether we go on
   as well as we can or as badly as we can, and for "is over" as for "is won". Colours without a face are welcome. *)
From mathcomp Require Import all_ssreflect fingroup perm ssralg ssrnum ssrint rat.
From Orchard Require Import game theorem1.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Loaded.
Variables (t : nat) (die : finType) (shows : die -> symbol t) (b : nat).
Implicit Types (f g : orchard t) (i j m : tree t) (U : orchard t -> rat).
Hypothesis die_has_faces : (0 < #|die|)%N.
Notation c i := (faces shows (Colour i)).

(* In place of symmetry and (b), the induction carries, for all pairs with c_i <= c_j, (b) and
   (c) swap: if f_i < f_j, then U does not grow when the stocks of i and j change places. *)
Record orderly_loaded U : Prop := OrderlyLoaded {
  loaded_falling :> falling U;
  loaded_even : forall g i j, (c i <= c j)%N -> (g j < g i)%N -> U (more g i) <= U (more g j);
  loaded_swap : forall f i j, (c i <= c j)%N -> (f i < f j)%N -> U (swap f i j) <= U f }.

(* If the stocks are equal, nothing changes. *)
Lemma swap_le U f i j : orderly_loaded U -> (c i <= c j)%N -> (f i <= f j)%N -> U (swap f i j) <= U f.
Proof.
move=> o ij; rewrite leq_eqVlt => /orP[/eqP e|]; last exact: loaded_swap.
by rewrite -(swap_same e (esym e)).
Qed.

(* What (b) says for g_i = g_j is (c) for stocks that differ by one. *)
Lemma loaded_even_for U i j : orderly_loaded U -> (c i <= c j)%N -> even_for U i j.
Proof.
move=> o ij g; rewrite leq_eqVlt => /orP[/eqP e|]; last exact: loaded_even.
have [->//|ne] := eqVneq i j; rewrite (more_swap (esym e)); apply: swap_le => //.
by rewrite more_self more_other // e.
Qed.

(* A pick from m in (p, q) and the same in (q, p): their leftovers are again one another with i and j changed. *)
Lemma swap_less U f i j m : orderly_loaded U -> (c i <= c j)%N -> (f i < f j)%N ->
  U (swap (less f m) i j) <= U (less f m).
Proof.
move=> o ij fij; apply: swap_le => //; have ji := fuller_neq fij.
have [->|mj] := eqVneq m j; first by rewrite less_self less_other 1?eq_sym // -ltnS (ltn_predK fij).
by rewrite (leq_trans (less_le _ _ _)) // less_other 1?eq_sym // ltnW.
Qed.

(* A pick: in (a) and (b) Lemma 2 uses no symmetry, so its proof stands. In (c) a pick from i is answered by j, one
   from j by i. *)
Lemma loaded_best U : orderly_loaded U -> orderly_loaded (best U).
Proof.
move=> o; split=> [|g i j ij ji|f i j ij fij]; first exact: best_falling o.
  exact: best_even (loaded_even_for o ij) ji.
have [bf|bf] := boolP (bare f); first by rewrite !best_bare ?bare_swap.
have [|m fm [-> _]] := @bestP _ U (swap f i j); first by rewrite bare_swap.
by rewrite less_swap; apply: le_trans (swap_less _ o ij fij) (best_ge _ _); rewrite ffunE in fm.
Qed.

Lemma loaded_worst U : orderly_loaded U -> orderly_loaded (worst U).
Proof.
move=> o; split=> [|g i j ij ji|f i j ij fij]; first exact: worst_falling o.
  exact: worst_even (loaded_even_for o ij) ji.
have [bf|bf] := boolP (bare f); first by rewrite !worst_bare ?bare_swap.
have [m fm [-> _]] := worstP U bf; apply: le_trans (swap_less m o ij fij).
have := @worst_le _ U (swap f i j) (tperm i j m); rewrite less_swap tpermK; apply.
by rewrite ffunE tpermK.
Qed.

Section Roll.
Variables (lost : bool) (P : operator t).
Notation V := (value shows lost (fun _ _ => P)).
Notation colours U f := (\sum_m (c m)%:R * U (less f m)).

(* The faces of all colours, those of i and j first. *)
Lemma colours_ij U f i j : i != j ->
  colours U f = (c i)%:R * U (less f i) + (c j)%:R * U (less f j)
                + \sum_(m | (m != i) && (m != j)) (c m)%:R * U (less f m).
Proof. by move=> ij; rewrite (bigD1 i) //= (bigD1 j) 1?eq_sym //= addrA. Qed.

(* c_i and c_j faces against as many: c_i of the likelier colour's against the other's, and c_j - c_i that are left. *)
Lemma two_colours (ci cj : nat) (p q x y : rat) : (ci <= cj)%N -> q <= x -> p <= y -> q <= y ->
  ci%:R * p + cj%:R * q <= ci%:R * x + cj%:R * y.
Proof.
move=> /subnKC <- qx py qy; rewrite natrD !mulrDl !addrA; apply: ler_add; last by rewrite ler_wpmul2l ?ler0n.
by rewrite addrC; apply: ler_add; rewrite ler_wpmul2l ?ler0n.
Qed.

(* (b): a third colour leads to two orchards to which (b) applies; i and j as in (3). *)
Lemma colours_even U g i j : orderly_loaded U -> (c i <= c j)%N -> (g j < g i)%N ->
  colours U (more g i) <= colours U (more g j).
Proof.
move=> o ij ji; have ev := loaded_even_for o ij; have ne := fuller_neq ji.
have right := even_right_or_wasted o ev ji.
rewrite !(colours_ij _ _ ne); apply: ler_add.
  by rewrite !less_more; apply: two_colours ij (le_trans right (even_left ev ji)) _ right.
by apply: ler_sum => m /andP[mi mj]; rewrite ler_wpmul2l ?ler0n // even_third // ltnW.
Qed.

(* (c): with p and q for f_i and f_j, i leads to (p-1, q) and (q-1, p), and j to (p, q-1) and (q, p-1). *)
Lemma colours_swap U f i j : orderly_loaded U -> (c i <= c j)%N -> (f i < f j)%N ->
  colours U (swap f i j) <= colours U f.
Proof.
move=> o ij fij; have ne : i != j by rewrite eq_sym (fuller_neq fij).
rewrite !(colours_ij _ _ ne) !less_swap tpermL tpermR; apply: ler_add; last first.
  apply: ler_sum => m /andP[mi mj]; rewrite less_swap tpermD 1?eq_sym //.
  exact: ler_wpmul2l (ler0n _ _) _ _ (swap_less _ o ij fij).
have third : U (swap (less f i) i j) <= U (swap (less f j) i j).
  have := less_swap f i j j; have := less_swap f i j i; rewrite tpermL tpermR => <- <-.
  have [fj|fj] := posnP (swap f i j j); first by rewrite [less _ j]less_empty //; apply: fewer o _ _.
  by apply: better_from_fuller (loaded_even_for o ij) _ fj; rewrite !ffunE tpermL tpermR ltnW.
apply: (two_colours ij); try exact: swap_less _ o ij fij.
exact: le_trans third (swap_less _ o ij fij).
Qed.

Hypothesis keep : forall U, orderly_loaded U -> orderly_loaded (P U).

Lemma loaded_value n r : orderly_loaded (V n r).
Proof.
have constant n' r' : (n' == 0%N) || (r' == 0%N) -> orderly_loaded (V n' r').
  move=> nr; split=> [|g i j _ _|f i j _ _]; first exact: falling_constant.
    by case: n' r' nr => [|n'] [|r'] //=; rewrite !(negbTE (nbare_more _ _)).
  by case: n' r' nr => [|n'] [|r'] //=; rewrite bare_swap.
elim: n r => [|n IH] [|r]; try exact: constant.
have oP := keep (IH r.+1); split=> [|g i j ij ji|f i j ij fij].
- by apply: falling_roll => // r'; [apply: IH | apply/keep/IH].
- rewrite -(ler_pmul2l (F_gt0 die_has_faces)) !value_roll ?nbare_more //; apply: ler_add; first apply: ler_add.
  + exact: colours_even.
  + by rewrite ler_wpmul2l ?ler0n // loaded_even.
  + by rewrite ler_wpmul2l ?ler0n // loaded_even.
have [bf|bf] := boolP (bare f); first by rewrite !value_bare ?bare_swap.
rewrite -(ler_pmul2l (F_gt0 die_has_faces)) !value_roll ?bare_swap //; apply: ler_add; first apply: ler_add.
- exact: colours_swap.
- by rewrite ler_wpmul2l ?ler0n // loaded_swap.
- by rewrite ler_wpmul2l ?ler0n // loaded_swap.
Qed.
End Roll.

Lemma loaded_picks (P : operator t) U picks i j : (forall U, orderly_loaded U -> orderly_loaded (P U)) ->
  orderly_loaded U -> (c i <= c j)%N -> even_for (iter picks P U) i j.
Proof. by move=> keep o ij; apply: loaded_even_for => //; apply: keep_picks. Qed.
End Loaded.

(* Theorem 4, with `later` picks left in this basket. *)
Theorem theorem_4 t (die : finType) (shows : die -> symbol t) b lost later n r (f : orchard t) (i j : tree t) :
  (0 < #|die|)%N -> (faces shows (Colour i) <= faces shows (Colour j))%N -> (0 < f j)%N -> (f j <= f i)%N ->
  iter later best (best_value shows b lost n r) (less f j)
    <= iter later best (best_value shows b lost n r) (less f i)
  /\ iter later worst (worst_value shows b lost n r) (less f j)
    <= iter later worst (worst_value shows b lost n r) (less f i).
Proof.
move=> faces ij fj ji; split; apply: better_from_fuller => //.
- apply: (loaded_picks later (@loaded_best _ _ shows)) ij; apply: loaded_value => // U.
  exact: keep_picks (@loaded_best _ _ shows).
- apply: (loaded_picks later (@loaded_worst _ _ shows)) ij; apply: loaded_value => // U.
  exact: keep_picks (@loaded_worst _ _ shows).
Qed.
