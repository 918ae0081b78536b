(* The blind hand: of four habits that everybody has, which one wins more often.

   In words: let all colours be equally likely and let everybody have one and the same habit. Then the fullest tree wins
   at least as often as a fruit at random, that at least as often as a tree at random, and that at least as often as the
   emptiest tree, within any number of rolls. And so for "is over" in place of "wins".

   Not here: infinitely many rolls (proofs/README.md says what follows for them), and a favourite colour. *)
From mathcomp Require Import all_ssreflect fingroup perm ssralg ssrnum ssrint rat.
From Orchard Require Import game theorem1 partners.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Arguments one_if_bearing {t} f m.
Arguments one_a_fruit {t} f m.
Arguments TreeAtRandom {t}.
Arguments FruitAtRandom {t}.

Section OneHabit.
Variable t : nat.
Implicit Types (f : orchard t) (i j m : tree t) (U : orchard t -> rat) (P Q : operator t).

(* What is worth more afterwards is worth more before. Drawing lots is such a habit. *)
Definition monotone P := forall U U', (forall f, U f <= U' f) -> forall f, P U f <= P U' f.
Definition keeps_order P := forall U, orderly U -> orderly (P U).

Lemma draw_monotone (weight : orchard t -> tree t -> nat) : monotone (draw weight).
Proof.
move=> U U' le f; rewrite /draw; case: ifP => // _; rewrite ler_wpmul2r ?invr_ge0 ?ler0n //.
by apply: ler_sum => m _; rewrite ler_wpmul2l ?ler0n.
Qed.

(* If for every orderly function a habit is worth at most what another one is, or at least that, and if the other one
   keeps order, then so it is for a basket of b picks. *)
Lemma iter_le P Q b U : monotone P -> keeps_order Q -> (forall U, orderly U -> forall f, P U f <= Q U f) ->
  orderly U -> forall f, iter b P U f <= iter b Q U f.
Proof.
move=> mono keep le o; elim: b => //= k IH f; apply: le_trans (mono _ _ IH f) (le _ _ f).
exact: keep_picks.
Qed.
Lemma iter_ge P Q b U : monotone P -> keeps_order Q -> (forall U, orderly U -> forall f, Q U f <= P U f) ->
  orderly U -> forall f, iter b Q U f <= iter b P U f.
Proof.
move=> mono keep le o; elim: b => //= k IH f; apply: le_trans (le _ _ f) (mono _ _ IH f).
exact: keep_picks.
Qed.

(* Chebyshev's sum inequality: a lot that tilts to trees that are worth more is worth more. *)
Lemma draw_tilted (v w : orchard t -> tree t -> nat) U f :
  (0 < \sum_m v f m)%N -> (0 < \sum_m w f m)%N ->
  (forall i j, 0 <= ((v f j)%:R * (w f i)%:R - (v f i)%:R * (w f j)%:R) * (U (less f i) - U (less f j))) ->
  draw v U f <= draw w U f.
Proof.
move=> v0 w0 tilt; rewrite /draw; case: ifP => // _.
rewrite ler_pdivr_mulr ?ltr0n // mulrAC ler_pdivl_mulr ?ltr0n // -subr_ge0.
set X := _ - _; suff two : X + X = \sum_i \sum_j
    ((v f j)%:R * (w f i)%:R - (v f i)%:R * (w f j)%:R) * (U (less f i) - U (less f j)).
  have : 0 <= X *+ 2 by rewrite mulr2n two; apply: sumr_ge0 => i _; apply: sumr_ge0 => j _.
  by rewrite pmulrn_lge0.
pose G i j := ((v f j)%:R * (w f i)%:R - (v f i)%:R * (w f j)%:R) * U (less f i).
have XE : X = \sum_i \sum_j G i j.
  rewrite /X /G !natr_sum !mulr_suml -sumrB; apply: eq_bigr => i _.
  rewrite !mulr_sumr -sumrB; apply: eq_bigr => j _.
  by rewrite mulrBl; congr (_ - _); rewrite mulrC mulrA // [_ * (w f j)%:R]mulrC.
rewrite {1}XE XE [X in _ + X]exchange_big -big_split; apply: eq_bigr => i _.
rewrite -big_split; apply: eq_bigr => j _ /=.
by rewrite /G mulrBr; congr (_ + _); rewrite -[RHS]mulNr opprB.
Qed.
(* A tree at random tilts less than a fruit at random: f_i is more than its share where f_i is large. *)
Lemma tree_le_fruit U f : orderly U -> draw one_if_bearing U f <= draw one_a_fruit U f.
Proof.
move=> o; have [bf|bf] := boolP (bare f); first by rewrite !draw_bare.
have /nbareP[k fk] := bf.
apply: draw_tilted => [||i j]; rewrite 1?(bigD1 k) //= 1?ltn_addr // /one_if_bearing ?fk //.
wlog ji : i j / (f j <= f i)%N.
  move=> ij; have [/ij //|/ltnW/ij] := leqP (f j) (f i).
  by rewrite -[X in 0 <= X * _ -> _]opprB -[X in 0 <= _ * X -> _]opprB mulrNN.
have [j0|fj] := posnP (f j); first by rewrite /one_a_fruit j0 /= mul0r mulr0 subrr mul0r.
rewrite /one_a_fruit (leq_trans fj ji) /= !mul1r mulr_ge0 // subr_ge0 ?ler_nat //.
exact: better_from_fuller (even o (j := j)) ji fj.
Qed.

(* No lot among trees with fruit is worth more than the fullest tree, nor less than the emptiest. *)
Lemma fruit_le_fullest U choice : orderly U -> (forall f, is_fullest f (choice f)) ->
  forall f, draw one_a_fruit U f <= U (less f (choice f)).
Proof.
move=> o full f; have [bf|/nbareP[k fk]] := boolP (bare f).
  by rewrite draw_bare // (one_if_bare o) // bare_less.
have bf : ~~ bare f by apply/nbareP; exists k.
rewrite /draw (negbTE bf) ler_pdivr_mulr; last by rewrite ltr0n (bigD1 k) //= ltn_addr.
rewrite natr_sum mulr_sumr; apply: ler_sum => m _; rewrite mulrC /one_a_fruit.
have [->|fm] := posnP (f m); first by rewrite !mulr0.
rewrite ler_wpmul2r ?ler0n //; exact: better_from_fuller (even o (j := m)) (full f m) fm.
Qed.
Lemma emptiest_le_tree U choice : orderly U -> (forall f, ~~ bare f -> is_emptiest f (choice f)) ->
  forall f, U (less f (choice f)) <= draw one_if_bearing U f.
Proof.
move=> o empt f; have [bf|bf] := boolP (bare f); first by rewrite draw_bare // (one_if_bare o) // bare_less.
have [fl le_l] := empt f bf.
rewrite /draw (negbTE bf) ler_pdivl_mulr; last by rewrite ltr0n (bigD1 (choice f)) //= /one_if_bearing fl.
rewrite natr_sum mulr_sumr; apply: ler_sum => m _; rewrite mulrC /one_if_bearing.
have [_|fm] := posnP (f m); first by rewrite !mul0r.
rewrite !mul1r; exact: better_from_fuller (even o (j := choice f)) (le_l m fm) fl.
Qed.
End OneHabit.

Section OneHabitRolls.
Variables (t : nat) (die : finType) (shows : die -> symbol t) (b : nat) (lost : bool).
Hypothesis die_has_faces : (0 < #|die|)%N.
Hypothesis same : equal_colours shows.
Notation V P := (value shows lost (fun _ _ => iter b P)).

Lemma monotone_iter (P : operator t) : monotone P -> monotone (iter b P).
Proof. by move=> mono U U' le; elim: b => //= k IH; apply: mono. Qed.

(* Better for every orderly function means better in the game: by induction, roll by roll. *)
Lemma value_le (P Q : operator t) n r f : monotone P -> keeps_order Q ->
  (forall U, orderly U -> forall f, P U f <= Q U f) -> V P n r f <= V Q n r f.
Proof.
move=> mono keep le; elim: n r f => [|n IH] [|r] f //=; case: ifP => // bf.
have oV : orderly (V Q n r.+1) by apply: orderly_value => // *; apply: keep_picks.
rewrite ler_wpmul2r ?invr_ge0 ?ler0n //; apply: ler_add; first apply: ler_add.
- by apply: ler_sum => m _; rewrite ler_wpmul2l ?ler0n.
- rewrite ler_wpmul2l ?ler0n //; apply: le_trans (iter_le b mono keep le oV f).
  by apply: monotone_iter => // g; apply: IH.
- by rewrite ler_wpmul2l ?ler0n.
Qed.
Lemma value_ge (P Q : operator t) n r f : monotone P -> keeps_order Q ->
  (forall U, orderly U -> forall f, Q U f <= P U f) -> V Q n r f <= V P n r f.
Proof.
move=> mono keep le; elim: n r f => [|n IH] [|r] f //=; case: ifP => // bf.
have oV : orderly (V Q n r.+1) by apply: orderly_value => // *; apply: keep_picks.
rewrite ler_wpmul2r ?invr_ge0 ?ler0n //; apply: ler_add; first apply: ler_add.
- by apply: ler_sum => m _; rewrite ler_wpmul2l ?ler0n.
- rewrite ler_wpmul2l ?ler0n //; apply: le_trans (iter_ge b mono keep le oV f) _.
  by apply: monotone_iter => // g; apply: IH.
- by rewrite ler_wpmul2l ?ler0n.
Qed.
End OneHabitRolls.

(* -------------------------------------------- The theorem -------------------------------------------- *)

(* The blind hand: everybody has one habit, for each of b picks. *)
Theorem blind_hand t (die : finType) (shows : die -> symbol t) b lost n r (f : orchard t) fullest emptiest
    (is_full : forall f, is_fullest f (fullest f)) (is_empty : forall f, ~~ bare f -> is_emptiest f (emptiest f))
    (all_with := fun h => value shows lost (fun _ _ => iter b (worth h)) n r f) :
  (0 < #|die|)%N -> equal_colours shows ->
  all_with (Emptiest is_empty) <= all_with TreeAtRandom
  /\ all_with TreeAtRandom <= all_with FruitAtRandom
  /\ all_with FruitAtRandom <= all_with (Fullest is_full).
Proof.
move=> faces same; split; last split.
- apply: value_ge => //; [exact: draw_monotone | move=> U o; exact: orderly_emptiest |].
  by move=> U o; apply: emptiest_le_tree.
- apply: value_le => //; [exact: draw_monotone | exact: orderly_fruit_at_random |].
  by move=> U o g; exact: tree_le_fruit.
- apply: value_le => //; [exact: draw_monotone | move=> U o; exact: orderly_fullest |].
  by move=> U o; apply: fruit_le_fullest.
Qed.
