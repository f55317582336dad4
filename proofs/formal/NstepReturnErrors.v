(* eq:nstep-return_errors. On every trajectory the n-step return is the value of the first state
   plus the discounted TD errors of the first n steps; the expected form is T^n v = v + sum_{i<n}
   (gamma P)^i (T v - v). *)
From Coq Require Import Reals.
From Recency Require Import Basics Finite Operators Returns.
Open Scope R_scope.

(* claim: eq:nstep-return_errors *)
Theorem nstep_return_errors gam Rw V n t :
  nstep_return gam Rw V n t = V t + sum n (fun i => gam ^ i * td_error gam Rw V (t + i)).
Proof. apply nstep_return_sum. Qed.

(* claim: eq:nstep-return_errors *)
Theorem nstep_operator_errors {X : finite} (M : mrp X) gam n (v : vec X) s :
  nstep M gam n v s = v s + sum n (fun i => iter i (disc M gam) (td M gam v) s).
Proof. apply nstep_expansion. Qed.
