(* Theorem O: beside partners with one favourite order, of equally full trees the last.

   In words: let all colours be equally likely, and let every player use baskets in one of these ways: the best pick,
   the first tree that has fruit in the order of the trees, nothing, or a lottery over these that does not depend on the
   fruit. If tree i comes before tree j, if f_i <= f_j, and if no tree between them is fuller than j, then a pick from j
   is at least as good as one from i.

   The habits may change with the number of rolls left (so any number of players, in any order) and with the raven, and
   from pick to pick of one basket. What is best is best for having won within any given number of rolls, or for the
   game being over by then (lost = true).

   Not here: partners with different orders; infinitely many rolls. *)
From mathcomp Require Import all_ssreflect fingroup perm ssralg ssrnum ssrint rat.
From Orchard Require Import game theorem1 partners.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Order.
Variable t : nat.
Implicit Types (f g : orchard t) (i j k l m : tree t) (U : orchard t -> rat).

(* The first tree that has fruit, and what somebody does with a pick, or with several, one after the other (Next). *)
Definition is_first f i := (0 < f i)%N /\ forall m, (m < i)%N -> f m = 0%N.

Inductive manner :=
  | Leave
  | BestPick
  | InOrder (choice : orchard t -> tree t) of (forall f, ~~ bare f -> is_first f (choice f))
  | Lots (p : rat) of 0 <= p <= 1 & manner & manner
  | Next of manner & manner.

(* What an orchard is worth before somebody does so, if U says what it is worth afterwards. *)
Fixpoint before (h : manner) : operator t :=
  match h with
  | Leave => fun U => U
  | BestPick => best
  | InOrder choice _ => fun U f => U (less f (choice f))
  | Lots p _ h1 h2 => fun U f => p * before h1 U f + (1 - p) * before h2 U f
  | Next h1 h2 => fun U => before h1 (before h2 U)
  end.

(* There is such a choice, if there is a tree. *)
Lemma there_is_a_first_tree (i0 : tree t) :
  exists choice : orchard t -> tree t, forall f, ~~ bare f -> is_first f (choice f).
Proof.
exists (fun f => if [pick i | (0 < f i)%N] is Some i then [arg min_(m < i | (0 < f m)%N) (m : nat)] else i0).
move=> f /nbareP[k fk]; case: pickP => [i fi|/(_ k)]; last by rewrite fk.
case: arg_minnP => // l fl min; split=> // m ml; apply/eqP; rewrite -leqn0 leqNgt.
by apply: contraL ml => /min; rewrite -leqNgt.
Qed.

(* No tree between i and j has more than h. *)
Definition between_at_most f i j h := forall m, (i < m < j)%N -> (f m <= h)%N.
Definition move f j i := more (less f j) i.

(* (a), called (0) on the page; (1) fruit hangs better on an early tree; (2) it helps to move a fruit from a late
   tree to an emptier early one: each if no tree between is fuller. *)
Record in_order U : Prop := InOrderly {
  in_order_falling :> falling U;
  early : forall f i j, (i < j)%N -> (f j <= f i)%N -> between_at_most f i j (f i) -> U (swap f i j) <= U f;
  moved : forall f i j, (i < j)%N -> (f i < f j)%N -> between_at_most f i j (f j) -> U f <= U (move f j i) }.

(* (1) and (2) where all trees between have less: for the others one goes by way of the fullest of them. *)
Definition near_swap U := forall f i j,
  (i < j)%N -> (f j < f i)%N -> (forall m, (i < m < j)%N -> (f m < f j)%N) -> U (swap f i j) <= U f.
Definition near_move U := forall f i j,
  (i < j)%N -> (f i < f j)%N -> between_at_most f i j (f i) -> U f <= U (move f j i).

Lemma lt_neq i j : (i < j)%N -> i != j.
Proof. by apply: contraTneq => ->; rewrite ltnn. Qed.

Lemma gt_neq i j : (i < j)%N -> j != i.
Proof. by rewrite eq_sym; apply: lt_neq. Qed.

Lemma swap_left f i j : swap f i j i = f j. Proof. by rewrite ffunE tpermL. Qed.
Lemma swap_right f i j : swap f i j j = f i. Proof. by rewrite ffunE tpermR. Qed.
Lemma swap_other f i j m : m != i -> m != j -> swap f i j m = f m.
Proof. by move=> mi mj; rewrite ffunE tpermD // eq_sym. Qed.

(* The fullest of the trees between, if not all have less than h. *)
Lemma fullest_between f i j h : ~~ [forall m : tree t, (i < m < j)%N ==> (f m < h)%N] ->
  exists k, [/\ (i < k)%N, (k < j)%N, (h <= f k)%N & between_at_most f i j (f k)].
Proof.
move=> /forallPn[k0]; rewrite negb_imply -leqNgt => /andP[k0ij k0h].
have [k /andP[ik kj] kmax] := @arg_maxnP _ k0 (fun m : tree t => (i < m < j)%N) (fun m => f m) k0ij.
by exists k; split=> //; apply: leq_trans k0h (kmax _ k0ij).
Qed.

(* (1), a tree k between has at least f_j: exchange k and j, then i and k, then k and j. *)
Lemma swap_by_way f i j k : i != k -> k != j -> i != j ->
  swap f i j = swap (swap (swap f k j) i k) k j.
Proof.
move=> ik kj ij; apply/ffunP => m; rewrite !ffunE; congr (f _).
have [->|mi] := eqVneq m i; first by rewrite tpermL [tperm k j i]tpermD 1?eq_sym // !tpermL.
have [->|mj] := eqVneq m j; first by rewrite !tpermR [tperm k j i]tpermD // eq_sym.
have [->|mk] := eqVneq m k; last by rewrite !tpermD // eq_sym.
by rewrite tpermL [tperm i k j]tpermD // tpermR tpermD // eq_sym.
Qed.

Lemma early_of_near U : near_swap U ->
  forall f i j, (i < j)%N -> (f j <= f i)%N -> between_at_most f i j (f i) -> U (swap f i j) <= U f.
Proof.
move=> near f i j; have [s] := ubnP (j - i)%N; elim: s f i j => // s IH f i j sij ij ji btw.
move: ji; rewrite leq_eqVlt => /orP[/eqP e|ji].
  by rewrite -(@swap_same _ f f i j).
have [/forallP small|/fullest_between[k [ik kj jk kmax]]] := boolP [forall m : tree t, (i < m < j)%N ==> (f m < f j)%N].
  by apply: near => // m; apply/implyP.
have [nik nkj nij] : [/\ i != k, k != j & i != j] by split; apply: lt_neq.
rewrite ltnS in sij; have si : (k - i < s)%N by apply: leq_trans sij; apply: ltn_sub2r.
have sj : (j - k < s)%N by apply: leq_trans sij; apply: ltn_sub2l.
rewrite (swap_by_way _ nik nkj nij); set f2 := swap f k j; set f1 := swap f2 i k.
have ki : (f k <= f i)%N by apply: btw; rewrite ik.
have step1 : U (swap f1 k j) <= U f1.
  have [f1k f1j] : f1 k = f i /\ f1 j = f k.
    by rewrite swap_right (swap_other _ (gt_neq ij) (gt_neq kj)) swap_right (swap_other _ nik nij).
  apply: IH => //; rewrite ?f1k ?f1j // => m /andP[km mj]; have im := ltn_trans ik km.
  by rewrite !swap_other ?(gt_neq im) ?(gt_neq km) ?(lt_neq mj) ?btw ?im.
have step2 : U f1 <= U f2.
  apply: IH => //; rewrite (swap_other _ nik nij) ?swap_left ?(ltnW ji) // => m /andP[im mk].
  have mj := ltn_trans mk kj.
  by rewrite swap_other ?(lt_neq mk) ?(lt_neq mj) ?btw ?im.
have step3 : U f2 <= U f.
  by apply: IH => // m /andP[km mj]; apply: kmax; rewrite (ltn_trans ik km).
exact: le_trans step1 (le_trans step2 step3).
Qed.
(* (2), a tree k between has more than f_i: move from k to i, then from j to k. *)
Lemma move_to f i j : i != j -> move f j i i = (f i).+1.
Proof. by move=> ij; rewrite /move more_self less_other. Qed.
Lemma move_from f i j : i != j -> move f j i j = (f j).-1.
Proof. by move=> ij; rewrite /move more_other 1?eq_sym // less_self. Qed.
Lemma move_other f i j m : m != i -> m != j -> move f j i m = f m.
Proof. by move=> mi mj; rewrite /move more_other // less_other. Qed.

Lemma move_by_way f i j k : i != k -> k != j -> i != j -> (0 < f k)%N -> move (move f k i) j k = move f j i.
Proof.
move=> ik kj ij fk; apply/ffunP => m.
have [->|mi] := eqVneq m i; first by rewrite move_other // !move_to.
have [->|mj] := eqVneq m j; first by rewrite !move_from // move_other // eq_sym.
have [->|mk] := eqVneq m k; last by rewrite !move_other.
by rewrite move_to // move_from // prednK // move_other // eq_sym.
Qed.

Lemma moved_of_near U : near_move U ->
  forall f i j, (i < j)%N -> (f i < f j)%N -> between_at_most f i j (f j) -> U f <= U (move f j i).
Proof.
move=> near f i j; have [s] := ubnP (j - i)%N; elim: s f i j => // s IH f i j; rewrite ltnS => sij ij fij btw.
have [/forallP small|/fullest_between[k [ik kj fik kmax]]] :=
  boolP [forall m : tree t, (i < m < j)%N ==> (f m < (f i).+1)%N].
  by apply: near => // m mij; have := small m; rewrite mij ltnS.
have [nik nkj nij] : [/\ i != k, k != j & i != j] by split; apply: lt_neq.
have fk : (0 < f k)%N by apply: leq_ltn_trans fik.
have kfj : (f k <= f j)%N by apply: btw; rewrite ik.
have si : (k - i < s)%N by apply: leq_trans sij; apply: ltn_sub2r.
have sj : (j - k < s)%N by apply: leq_trans sij; apply: ltn_sub2l.
rewrite -(move_by_way nik nkj nij fk); set f1 := move f k i.
have step1 : U f <= U f1.
  by apply: IH => // m /andP[im mk]; apply: kmax; rewrite im (ltn_trans mk).
apply: le_trans step1 (IH f1 k j sj kj _ _); rewrite /f1 [move f k i j]move_other 1?eq_sym //.
  by rewrite move_from // prednK.
move=> m /andP[km mj]; have im := ltn_trans ik km.
by rewrite move_other ?(gt_neq im) ?(gt_neq km) //; apply: btw; rewrite im.
Qed.

Lemma in_order_if_near U : falling U -> near_swap U -> near_move U -> in_order U.
Proof. by move=> o s m; split=> //; [apply: early_of_near | apply: moved_of_near]. Qed.

(* -- What a fruit less makes of it. -- *)

(* (1) for f - e_m, whichever tree m is. *)
Lemma swap_fewer U f i j m : in_order U -> (i < j)%N -> (f j < f i)%N ->
  (forall l, (i < l < j)%N -> (f l < f j)%N) -> U (swap (less f m) i j) <= U (less f m).
Proof.
move=> o ij ji btw; have h : (f j <= less f m i)%N.
  have [->|mi] := eqVneq m i; first by rewrite less_self -ltnS (ltn_predK ji).
  by rewrite less_other 1?eq_sym // ltnW.
apply: early => //; first exact: leq_trans (less_le _ _ _) h.
by move=> l /btw lj; apply: leq_trans (less_le _ _ _) (leq_trans (ltnW lj) h).
Qed.

Section Move.
Variables (U : orchard t -> rat) (f : orchard t) (i j : tree t).
Hypotheses (o : in_order U) (ij : (i < j)%N) (fij : (f i < f j)%N) (btw : between_at_most f i j (f i)).
Let nij := lt_neq ij.
Let nji := gt_neq ij.

(* A third tree. *)
Lemma move_third m : m != i -> m != j -> U (less f m) <= U (less (move f j i) m).
Proof.
move=> mi mj; have -> : less (move f j i) m = move (less f m) j i by rewrite /move less_moreC // lessC.
have [e1 e2] : less f m i = f i /\ less f m j = f j by rewrite !less_other // eq_sym.
apply: moved => //; rewrite ?e1 ?e2 // => l /btw h.
by apply: leq_trans (less_le _ _ _) (leq_trans h (ltnW fij)).
Qed.

(* Tree i on the left is tree j on the right. *)
Lemma move_answer : less (move f j i) i = less f j. Proof. exact: less_more. Qed.

(* (a - 1, b) against (a, b - 1): (2), or (a) if a = 0. *)
Lemma move_first : U (less f i) <= U (less f j).
Proof.
have [fi|fi] := posnP (f i); first by rewrite (less_empty fi); apply: fewer o _ _.
have -> : less f j = move (less f i) j i by rewrite /move lessC more_less // less_other.
have e : less f i j = f j by rewrite less_other.
apply: moved => //; rewrite ?less_self ?e.
  exact: leq_ltn_trans (leq_pred _) fij.
by move=> l /btw h; apply: leq_trans (less_le _ _ _) (leq_trans h (ltnW fij)).
Qed.

(* (a - 1, b) against (a + 1, b - 2): that and (2) again, or (1) if a = b - 1. *)
Lemma move_cross : U (less f i) <= U (less (move f j i) j).
Proof.
have x_ge l : (i < l < j)%N -> (less (move f j i) j l <= f i)%N.
  by move=> lij; apply: leq_trans (less_le _ _ _) _; case/andP: (lij) => il lj;
     rewrite move_other ?(gt_neq il) ?(lt_neq lj) ?btw.
have [far|near] := ltnP (f i).+1 (f j).
  apply: le_trans move_first _.
  have -> : less (move f j i) j = move (less f j) j i by rewrite /move less_moreC.
  have e : less f j i = f i by rewrite less_other.
  have b : (f i < (f j).-1)%N by rewrite -ltnS (ltn_predK fij).
  apply: moved => //; rewrite ?less_self ?e // => l /btw h.
  exact: leq_trans (less_le _ _ _) (leq_trans h (ltnW b)).
have fj : f j = (f i).+1 by apply/eqP; rewrite eqn_leq near.
have xi : less (move f j i) j i = (f i).+1 by rewrite less_other // move_to.
have xj : less (move f j i) j j = (f i).-1 by rewrite less_self move_from // fj.
have -> : less f i = swap (less (move f j i) j) i j.
  apply: swap_same => [||m mi mj]; rewrite ?xj ?less_self // ?xi ?less_other //.
  by rewrite move_other.
apply: early => //; rewrite ?xi ?xj; first exact: leq_trans (leq_pred _) (leqnSn _).
by move=> l /x_ge h; apply: leq_trans h (leqnSn _).
Qed.
End Move.

(* -- All colours, one pick, and one basket. -- *)

Lemma near_swap_colours U : in_order U -> near_swap (fun f => \sum_m U (less f m)).
Proof.
move=> o f i j ij ji btw; rewrite (reindex_inj (@perm_inj _ (tperm i j))) /=.
by apply: ler_sum => m _; rewrite less_swap tpermK; apply: swap_fewer.
Qed.

Lemma near_move_colours U : in_order U -> near_move (fun f => \sum_m U (less f m)).
Proof.
move=> o f i j ij fij btw; have nji := gt_neq ij.
rewrite (bigD1 i) // (bigD1 j) //= [X in _ <= X](bigD1 i) // [X in _ <= _ + X](bigD1 j) //=.
rewrite addrCA move_answer ler_add2l; apply: ler_add; first exact: move_cross.
by apply: ler_sum => m /andP[mi mj]; apply: move_third.
Qed.

Lemma in_order_best U : in_order U -> in_order (best U).
Proof.
move=> o; apply: in_order_if_near => [|f i j ij ji btw|f i j ij fij btw]; first exact: best_falling o.
  have bf : ~~ bare f by apply/nbareP; exists i; apply: leq_ltn_trans ji.
  have [|m fm [-> _]] := @bestP _ U (swap f i j); first by rewrite bare_swap.
  by rewrite less_swap; apply: le_trans (swap_fewer _ o ij ji btw) (best_ge _ _); rewrite ffunE in fm.
have bf : ~~ bare f by apply/nbareP; exists j; apply: leq_ltn_trans fij.
have from_i : U (less f j) <= best U (move f j i).
  by rewrite -(move_answer f i j); apply: best_ge; rewrite move_to ?lt_neq.
have [m fm [-> _]] := bestP U bf; have [->//|mj] := eqVneq m j.
have [->|mi] := eqVneq m i; first exact: le_trans (move_first o ij fij btw) from_i.
by apply: le_trans (move_third o ij fij btw mi mj) (best_ge _ _); rewrite move_other.
Qed.

(* The first tree that has fruit, which can be only one. *)
Lemma first_unique f i k : is_first f i -> is_first f k -> i = k.
Proof.
move=> [fi le_i] [fk le_k]; apply: val_inj => /=.
by case: (ltngtP i k) => // [ik|ki]; [rewrite le_k in fi | rewrite le_i in fk].
Qed.

Lemma in_order_first U choice : in_order U -> (forall f, ~~ bare f -> is_first f (choice f)) ->
  in_order (fun f => U (less f (choice f))).
Proof.
move=> o first; have firstE f k : is_first f k -> choice f = k.
  by move=> h; apply: (first_unique (first f _) h); apply/nbareP; exists k; case: h.
apply: in_order_if_near.
- split=> [f bf|f i]; first by rewrite (one_if_bare o) // bare_less.
  have [bi|bi] := boolP (bare (less f i)).
    by rewrite [X in _ <= X](one_if_bare o) ?(at_most_1 _ o) // bare_less.
  have [fi|fi] := posnP (f i); first by rewrite (less_empty fi).
  have [fc le_c] : is_first f (choice f) by apply: first; apply/nbareP; exists i.
  have [c0|c0] := posnP (less f i (choice f)).
    by rewrite (last_fruit fc c0); apply: fewer o _ _.
  rewrite (firstE _ (choice f)); first by rewrite lessC; apply: fewer o _ _.
  by split=> // m /le_c fm; apply/eqP; rewrite -leqn0 -fm less_le.
- move=> f i j ij ji btw; have fi : (0 < f i)%N by apply: leq_ltn_trans ji.
  have [fc le_c] : is_first f (choice f) by apply: first; apply/nbareP; exists i.
  have [ci|ic] := ltnP (choice f) i.
    have cj := ltn_trans ci ij; rewrite (firstE (swap f i j) (choice f)).
      have := swap_fewer (choice f) o ij ji btw.
      by rewrite less_swap tpermD // eq_sym lt_neq.
    split=> [|m mc]; rewrite swap_other ?lt_neq ?(ltn_trans mc) //; exact: le_c.
  have at0 m : (m < i)%N -> f m = 0%N by move=> mi; apply: le_c; apply: leq_trans ic.
  rewrite [choice f](firstE _ i) //.
  have [fj|fj] := posnP (f j).
    rewrite (firstE (swap f i j) j); first by rewrite less_swap tpermR; apply: swap_fewer.
    split=> [|m mj]; first by rewrite swap_right.
    have [->|mi] := eqVneq m i; first by rewrite swap_left.
    rewrite swap_other ?(lt_neq mj) //; case: (ltngtP m i) => [/at0//|im|e]; last by rewrite (val_inj e) eqxx in mi.
    by have := btw m; rewrite im mj fj => /(_ isT).
  rewrite (firstE (swap f i j) i); last first.
    split=> [|m mi]; first by rewrite swap_left.
    by rewrite swap_other ?lt_neq ?at0 // (ltn_trans mi).
  set g := less (swap f i j) i.
  have gE : move g j i = swap (less f i) i j.
    have yi : (0 < less (swap f i j) j i)%N by rewrite less_other ?lt_neq // swap_left.
    by rewrite /g /move lessC (more_less yi) less_swap tpermR.
  have [gi gj] : g i = (f j).-1 /\ g j = f i.
    by rewrite /g less_self swap_left less_other ?gt_neq // swap_right.
  apply: le_trans (swap_fewer i o ij ji btw); rewrite -gE; apply: moved => //; rewrite ?gi ?gj.
    exact: leq_ltn_trans (leq_pred _) ji.
  move=> m mij; have := btw m mij; case/andP: mij => im mj h.
  by rewrite /g less_other ?(gt_neq im) // swap_other ?(gt_neq im) ?(lt_neq mj) // (leq_trans (ltnW h)) // ltnW.
move=> f i j ij fij btw; have [nij nji] := (lt_neq ij, gt_neq ij).
have [fc le_c] : is_first f (choice f).
  by apply: first; apply/nbareP; exists j; apply: leq_ltn_trans fij.
have [ci|ic] := ltnP (choice f) i.
  have cj := ltn_trans ci ij; rewrite (firstE (move f j i) (choice f)).
    by apply: move_third => //; apply: lt_neq.
  split=> [|m mc]; rewrite move_other ?lt_neq ?(ltn_trans mc) //; exact: le_c.
have at0 m : (m < i)%N -> f m = 0%N by move=> mi; apply: le_c; apply: leq_trans ic.
rewrite (firstE (move f j i) i); last first.
  split=> [|m mi]; first by rewrite move_to.
  by rewrite move_other ?lt_neq ?at0 // (ltn_trans mi).
rewrite move_answer; have [fi|fi] := posnP (f i); last by rewrite (firstE f i) //; apply: move_first.
rewrite (firstE f j) //; split=> [|m mj]; first exact: leq_ltn_trans fij.
case: (ltngtP m i) => [/at0//|im|e]; last by rewrite (val_inj e).
by apply/eqP; rewrite -leqn0 -fi btw // im.
Qed.

Lemma in_order_lots U1 U2 p : 0 <= p <= 1 -> in_order U1 -> in_order U2 ->
  in_order (fun f => p * U1 f + (1 - p) * U2 f).
Proof.
move=> p01 o1 o2; have [p0 q0] : 0 <= p /\ 0 <= 1 - p by case/andP: p01 => p0 p1; rewrite subr_ge0.
split=> [|f i j *|f i j *]; first exact: (falling_lottery p01 o1 o2).
  by apply: ler_add; apply: ler_wpmul2l => //; apply: early.
by apply: ler_add; apply: ler_wpmul2l => //; apply: moved.
Qed.

Lemma in_order_before h U : in_order U -> in_order (before h U).
Proof.
elim: h U => [||choice first|p p01 h1 IH1 h2 IH2|h1 IH1 h2 IH2] U o //=.
- exact: in_order_best.
- exact: in_order_first.
- by apply: in_order_lots => //; [apply: IH1 | apply: IH2].
- exact/IH1/IH2.
Qed.
End Order.

Section Rolls.
Variables (t : nat) (die : finType) (shows : die -> symbol t).
Hypothesis die_has_faces : (0 < #|die|)%N.
Hypothesis same : equal_colours shows.
Variables (lost : bool) (manners : nat -> nat -> manner t).
Notation V := (value shows lost (fun n r => before (manners n r))).
Notation F := (#|die|%:R : rat).

(* What is worth the same wherever there is fruit. *)
Lemma in_order_constant n r : (n == 0%N) || (r == 0%N) -> in_order (V n r).
Proof.
move=> nr; split=> [|f i j ij ji btw|f i j ij fij btw]; first exact: falling_constant.
  have [bf|bf] := boolP (bare f); first by rewrite !value_bare ?bare_swap.
  by case: n r nr => [|n] [|r] //= _; rewrite bare_swap.
have bf : ~~ bare f by apply/nbareP; exists j; apply: leq_ltn_trans fij.
by case: n r nr => [|n] [|r] //= _; rewrite (negbTE bf) (negbTE (nbare_more _ _)).
Qed.

(* A roll: colours, basket and raven. *)
Lemma in_order_roll n : (forall r, in_order (V n r)) -> forall r, in_order (V n.+1 r).
Proof.
move=> oV [|r]; first exact: in_order_constant.
have oP r' : in_order (before (manners n r') (V n r')) by apply: in_order_before.
have le_roll f g : ~~ bare f -> ~~ bare g -> \sum_m V n r.+1 (less f m) <= \sum_m V n r.+1 (less g m) ->
    before (manners n r.+1) (V n r.+1) f <= before (manners n r.+1) (V n r.+1) g -> V n r f <= V n r g ->
    V n.+1 r.+1 f <= V n.+1 r.+1 g.
  move=> bf bg colours basket raven; rewrite -(ler_pmul2l (F_gt0 die_has_faces)) !value_roll //.
  apply: ler_add; first apply: ler_add; rewrite ?ler_wpmul2l ?ler0n //.
  case/nbareP: bf => k _; have E h : \sum_m (faces shows (Colour m))%:R * V n r.+1 (less h m)
      = (faces shows (Colour k))%:R * \sum_m V n r.+1 (less h m).
    by rewrite mulr_sumr; apply: eq_bigr => m _; rewrite (same m k).
  by rewrite !E ler_wpmul2l ?ler0n.
apply: in_order_if_near => [|f i j ij ji btw|f i j ij fij btw].
- by apply: falling_roll => // r'; apply: in_order_falling.
- have bf : ~~ bare f by apply/nbareP; exists i; apply: leq_ltn_trans ji.
  have weak : between_at_most f i j (f i) by move=> m /btw h; apply: ltnW (ltn_trans h ji).
  apply: le_roll; rewrite ?bare_swap //; first exact: near_swap_colours.
    by apply: early => //; apply: ltnW.
  by apply: early => //; apply: ltnW.
have bf : ~~ bare f by apply/nbareP; exists j; apply: leq_ltn_trans fij.
have weak : between_at_most f i j (f j) by move=> m /btw h; apply: leq_trans h (ltnW fij).
apply: le_roll => //; [exact: nbare_more | exact: near_move_colours | exact: moved | exact: moved].
Qed.

Lemma in_order_value n r : in_order (V n r).
Proof. by elim: n r => [|n IH] r; [apply: in_order_constant | apply: in_order_roll]. Qed.
End Rolls.

(* Theorem O. You have a pick to make, then `later` of this basket, and then n rolls follow, those of all players. *)
Theorem theorem_O t (die : finType) (shows : die -> symbol t) lost (manners : nat -> nat -> manner t)
    (later : manner t) n r (f : orchard t) (i j : tree t)
    (value_after := value shows lost (fun n r => before (manners n r)) n r) :
  (0 < #|die|)%N -> equal_colours shows ->
  (i < j)%N -> (0 < f i)%N -> (f i <= f j)%N -> (forall m : tree t, (i < m < j)%N -> (f m <= f j)%N) ->
  before later value_after (less f i) <= before later value_after (less f j).
Proof.
move=> faces same ij fi fij btw; have o := in_order_before later (in_order_value faces same lost manners n r).
have -> : less f j = move (less f i) j i by rewrite /move lessC more_less // less_other // lt_neq.
have e : less f i j = f j by rewrite less_other // gt_neq.
apply: moved o _ _ _ ij _ _; rewrite ?less_self ?e; first by rewrite prednK.
by move=> m /btw h; apply: leq_trans (less_le _ _ _) h.
Qed.

(* To leave that pick unused is no better than to pick from any tree at all. *)
Theorem theorem_O_unused t (die : finType) (shows : die -> symbol t) lost (manners : nat -> nat -> manner t)
    (later : manner t) n r (f : orchard t) (i : tree t)
    (value_after := value shows lost (fun n r => before (manners n r)) n r) :
  (0 < #|die|)%N -> equal_colours shows ->
  before later value_after f <= before later value_after (less f i).
Proof. by move=> faces same; apply/fewer/in_order_falling/in_order_before/in_order_value. Qed.
