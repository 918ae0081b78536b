From mathcomp Require Import all_ssreflect fingroup perm ssralg ssrnum ssrint rat.
From Orchard Require Import game theorem1.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Loaded.
Variable t : nat.
Implicit Types (f g : orchard t) (i j m : tree t) (U : orchard t -> rat).
Variables (die : finType) (shows : die -> symbol t) (b : nat).
Hypothesis die_has_faces : (0 < #|die|)%N.
Notation faces i := (faces shows (inl i)).

Record orderly_loaded U : Prop := OrderlyLoaded {
  loaded_falling :> falling U;
  loaded_even : forall g i j, (faces i <= faces j)%N -> (g j < g i)%N -> U (more g i) <= U (more g j);
  loaded_swap : forall f i j, (faces i <= faces j)%N -> (f i < f j)%N -> U (swap f i j) <= U f }.

Lemma swap_equal f i j : f i = f j -> swap f i j = f.
Proof.
move=> e; apply/ffunP => m; rewrite ffunE; have [->|mi] := eqVneq m i; first by rewrite tpermL.
by have [->|mj] := eqVneq m j; [rewrite tpermR | rewrite tpermD 1?eq_sym].
Qed.

Lemma swap_le U f i j : orderly_loaded U -> (faces i <= faces j)%N -> (f i <= f j)%N -> U (swap f i j) <= U f.
Proof.
by move=> o ij; rewrite leq_eqVlt => /orP[/eqP/swap_equal->|] //; apply: loaded_swap.
Qed.

Lemma even_le U g i j : orderly_loaded U -> (faces i <= faces j)%N -> (g j <= g i)%N -> U (more g i) <= U (more g j).
Proof.
move=> o ij; rewrite leq_eqVlt => /orP[/eqP e|]; last exact: loaded_even.
have [->//|ne] := eqVneq i j; rewrite (more_swap (esym e)); apply: (loaded_swap o) => //.
by rewrite !moreE eqxx (negbTE ne) e addn0 addn1.
Qed.

Lemma fuller_is_better_loaded U f i j : orderly_loaded U ->
  (faces i <= faces j)%N -> (f j <= f i)%N -> (0 < f j)%N -> U (less f j) <= U (less f i).
Proof.
move=> o ij ji fj; have [->//|ne] := eqVneq i j.
have gi : (0 < less f j i)%N by rewrite lessE (negbTE ne) subn0 (leq_trans fj).
have gj : (0 < less f i j)%N by rewrite lessE eq_sym (negbTE ne) subn0.
rewrite -(more_less gi) -(more_less gj) lessC; apply: even_le => //.
by rewrite !lessE !eqxx (negbTE ne) eq_sym (negbTE ne) !subn0 leq_sub2r.
Qed.

Lemma less_self f i : less f i i = (f i).-1. Proof. by rewrite lessE eqxx subn1. Qed.
Lemma less_other f i m : m != i -> less f i m = f m. Proof. by rewrite lessE => /negbTE ->; rewrite subn0. Qed.

(* (c) for what is left after a pick from the same tree, as the stocks call it *)
Lemma swap_less U f i j m : orderly_loaded U -> (faces i <= faces j)%N -> (f i < f j)%N ->
  U (swap (less f m) i j) <= U (less f m).
Proof.
move=> o ij fij; apply: swap_le => //; have [->|mi] := eqVneq m i.
  by rewrite less_self (leq_trans (leq_pred _)) // lessE (leq_trans (ltnW fij)) //; case: eqP fij => [->|_]; rewrite ?ltnn ?subn0.
rewrite less_other 1?eq_sym //; have [->|mj] := eqVneq m j; last by rewrite less_other 1?eq_sym // ltnW.
by rewrite less_self -ltnS (ltn_predK fij).
Qed.

Lemma pick_loaded U : orderly_loaded U -> orderly_loaded (best U).
Proof.
move=> o; split=> [|g i j ij gij|f i j ij fij]; first exact: falling_best o.
  have ne : i != j by apply: contraTneq gij => ->; rewrite ltnn.
  exact: even_best (fewer o) (fun g => @even_le U g i j o ij) gij.
have [bf|bf] := boolP (bare f); first by rewrite !best_bare ?bare_swap.
have [|m fm [-> _]] := @bestP _ U (swap f i j); first by rewrite bare_swap.
by rewrite less_swap; apply: le_trans (swap_less _ o ij fij) (best_ge _ _); rewrite ffunE in fm.
Qed.
End Loaded.
