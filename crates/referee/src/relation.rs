//! The one kind of proof: of secret scalars that solve a system of linear equations over points.
//!
//! A relation says `Σ a·A = Σ w·b·B` once or several times, with public coefficients a, b, public
//! points A, B and secret scalars w. The proof is the generalised one of Schnorr, made
//! non-interactive: nonces r, `T = Σ r·b·B` for each equation, a challenge c over everything said
//! and T, responses `z = r + c·w`. It is sent as (c, z …); the verifier computes every
//! `T = Σ z·b·B - c·Σ a·A` again and compares c. Who can answer two challenges for one T knows the
//! solution, so a false relation is accepted with probability at most one in the order of the group
//! for each hash computed; a simulator that picks c and z first shows that nothing else is told.

use curve25519_dalek::ristretto::RistrettoPoint;
use curve25519_dalek::scalar::Scalar;
use curve25519_dalek::traits::Identity as _;
use zeroize::Zeroizing;

use crate::bases::bases;
use crate::derived::{self, Entropy};
use crate::group;
use crate::point::{Malformed, Point, read_scalar, words};
use crate::transcript::Transcript;

/// A point of a relation, by number.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct PointRef(u32);

/// A secret of a relation, by number.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Secret(u32);

/// G is a point of every relation.
pub(crate) const G: PointRef = PointRef(0);

enum Origin {
    Given([u8; 32]),
    /// A public combination of earlier points: computed once, hashed as its coefficients.
    Sum(Vec<(Scalar, PointRef)>),
}

struct Equation {
    left: Vec<(Scalar, PointRef)>,
    right: Vec<(Secret, Scalar, PointRef)>,
}

/// Pairs of point and coefficient, and triples of secret, point and coefficient.
#[cfg(test)]
pub(crate) type PlainEquation = (Vec<(u32, Scalar)>, Vec<(u32, u32, Scalar)>);

/// A system of linear equations.
pub(crate) struct Relation {
    indices: Vec<u8>,
    points: Vec<(RistrettoPoint, Origin)>,
    secrets: u32,
    equations: Vec<Equation>,
}

impl Relation {
    /// An empty system. `indices` are the numbers that say what it is about; they are hashed.
    pub(crate) fn new(indices: &[u32]) -> Self {
        let mut relation = Self {
            indices: indices.iter().flat_map(|index| index.to_le_bytes()).collect(),
            points: Vec::new(),
            secrets: 0,
            equations: Vec::new(),
        };
        relation.point(&bases().g);
        relation
    }

    pub(crate) fn point(&mut self, point: &Point) -> PointRef {
        self.push(point.value(), Origin::Given(*point.bytes()))
    }

    pub(crate) fn points<'a>(
        &mut self,
        points: impl IntoIterator<Item = &'a Point>,
    ) -> Vec<PointRef> {
        points.into_iter().map(|point| self.point(point)).collect()
    }

    /// A combination of earlier points that is used as one.
    pub(crate) fn sum(&mut self, terms: Vec<(Scalar, PointRef)>) -> PointRef {
        let mut value = RistrettoPoint::identity();
        let (mut scalars, mut points) = (Vec::new(), Vec::new());
        for (coefficient, point) in &terms {
            let point = self.value(*point);
            if *coefficient == Scalar::ONE {
                value += point;
            } else if *coefficient == -Scalar::ONE {
                value -= point;
            } else {
                scalars.push(*coefficient);
                points.push(point);
            }
        }
        if !scalars.is_empty() {
            value += group::public_sum(&scalars, &points);
        }
        self.push(value, Origin::Sum(terms))
    }

    pub(crate) fn secret(&mut self) -> Secret {
        self.secrets += 1;
        Secret(self.secrets - 1)
    }

    pub(crate) fn secrets(&mut self, count: usize) -> Vec<Secret> {
        (0..count).map(|_| self.secret()).collect()
    }

    /// `Σ coefficient · point = Σ secret · coefficient · point`.
    pub(crate) fn equation(
        &mut self,
        left: Vec<(Scalar, PointRef)>,
        right: Vec<(Secret, Scalar, PointRef)>,
    ) {
        self.equations.push(Equation { left, right });
    }

    /// `point = secret · G`.
    pub(crate) fn is_key(&mut self, point: PointRef, secret: Secret) {
        self.equation(vec![(Scalar::ONE, point)], vec![(secret, Scalar::ONE, G)]);
    }

    fn push(&mut self, value: RistrettoPoint, origin: Origin) -> PointRef {
        self.points.push((value, origin));
        PointRef(number(self.points.len() - 1))
    }

    fn value(&self, point: PointRef) -> RistrettoPoint {
        self.points.get(point.0 as usize).expect("a number given by this relation").0
    }

    /// Proves it. The witness is in the order in which the secrets were made; a wrong one gives a
    /// proof that fails.
    pub(crate) fn prove(
        &self,
        mut transcript: Transcript,
        witness: &[Scalar],
        entropy: &Entropy,
    ) -> Proof {
        debug_assert_eq!(witness.len(), self.secrets as usize, "one scalar for each secret");
        self.absorb_into(&mut transcript);
        let count = witness.len();
        let nonces = derived::scalars(witness, entropy, transcript.digest(), "nonce", count);
        self.respond(transcript, witness, &nonces)
    }

    /// From a transcript that has absorbed the relation.
    fn respond(&self, mut transcript: Transcript, witness: &[Scalar], nonces: &[Scalar]) -> Proof {
        let mut halves = Zeroizing::new(Vec::with_capacity(nonces.len()));
        halves.extend(nonces.iter().map(|nonce| nonce * group::half()));
        let value = |equation: &Equation| {
            let mut merged = Merged::default();
            merged.add_right(equation, &halves);
            merged.secret_value(self)
        };
        absorb_doubles(&mut transcript, &self.equations.iter().map(value).collect::<Vec<_>>());
        let challenge = transcript.challenge();
        let response = |(nonce, secret): (&Scalar, &Scalar)| nonce + challenge * secret;
        Proof { challenge, responses: nonces.iter().zip(witness).map(response).collect() }
    }

    /// The points by number and the equations, to be read in another way.
    #[cfg(test)]
    pub(crate) fn plain(&self) -> (Vec<RistrettoPoint>, Vec<PlainEquation>) {
        let equation = |Equation { left, right }: &Equation| {
            let left = left.iter().map(|(coefficient, point)| (point.0, *coefficient));
            let right =
                right.iter().map(|(secret, coefficient, point)| (secret.0, point.0, *coefficient));
            (left.collect(), right.collect())
        };
        let points = self.points.iter().map(|(value, _)| *value).collect();
        (points, self.equations.iter().map(equation).collect())
    }

    /// Whether the challenge is the one over this relation and these T.
    #[cfg(test)]
    pub(crate) fn has_challenge(
        &self,
        mut transcript: Transcript,
        values: &[RistrettoPoint],
        challenge: &Scalar,
    ) -> bool {
        self.absorb_into(&mut transcript);
        values.iter().for_each(|t| transcript.absorb("T", t.compress().as_bytes()));
        transcript.challenge() == *challenge
    }

    /// With chosen nonces: what must never be done.
    #[cfg(test)]
    pub(crate) fn prove_with_nonces(
        &self,
        mut transcript: Transcript,
        witness: &[Scalar],
        nonces: &[Scalar],
    ) -> Proof {
        self.absorb_into(&mut transcript);
        self.respond(transcript, witness, nonces)
    }

    /// Whether the proof is one of this relation, made with this transcript.
    pub(crate) fn accepts(&self, mut transcript: Transcript, proof: &Proof) -> bool {
        if proof.responses.len() != self.secrets as usize {
            return false;
        }
        self.absorb_into(&mut transcript);
        absorb_doubles(&mut transcript, &self.half_values(proof));
        transcript.challenge() == proof.challenge
    }

    /// Half of every `T = Σ z·b·B - c·Σ a·A`.
    ///
    /// Three things save work, and none changes a value: in an equation each point is multiplied
    /// once; the A whose a is 1 are added up and multiplied as one; the points that many equations
    /// have in common are multiplied by tables.
    fn half_values(&self, proof: &Proof) -> Vec<RistrettoPoint> {
        let halves: Vec<Scalar> = proof.responses.iter().map(|z| z * group::half()).collect();
        let minus_half = -(proof.challenge * group::half());
        let merge = |equation: &Equation| {
            let (mut merged, mut plain) = (Merged::default(), None);
            merged.add_right(equation, &halves);
            for (a, point) in &equation.left {
                if *a == Scalar::ONE {
                    let value = self.value(*point);
                    plain = Some(plain.map_or(value, |sum: RistrettoPoint| sum + value));
                } else {
                    merged.add(*point, minus_half * a);
                }
            }
            (merged, plain)
        };
        let mut sums: Vec<_> = self.equations.iter().map(merge).collect();
        let shared = self.shared(sums.iter().map(|(merged, _)| merged));
        let values: Vec<_> = shared.iter().map(|point| self.value(*point)).collect();
        let tables = group::Shared::new(&values);
        let value = |(merged, plain): &mut (Merged, Option<RistrettoPoint>)| {
            let of_shared = |point: &PointRef| merged.take(*point).unwrap_or(Scalar::ZERO);
            let by_table: Vec<Scalar> = shared.iter().map(of_shared).collect();
            let mut points = merged.values(self);
            points.extend(*plain);
            merged.scalars.extend(plain.map(|_| minus_half));
            tables.public_sum(&by_table, &merged.scalars, &points)
        };
        sums.iter_mut().map(value).collect()
    }

    /// The points for which a table is worth it.
    fn shared<'a>(&self, sums: impl Iterator<Item = &'a Merged>) -> Vec<PointRef> {
        let mut uses = vec![0; self.points.len()];
        for point in sums.flat_map(|sum| &sum.points) {
            uses.get_mut(point.0 as usize).into_iter().for_each(|count| *count += 1);
        }
        let points = (0..).map(PointRef).zip(uses);
        points.filter(|(_, count)| *count >= group::Shared::WORTH).map(|(point, _)| point).collect()
    }

    /// Counts, indices, every given point as its own element, sums and equations as coefficients.
    fn absorb_into(&self, transcript: &mut Transcript) {
        let counts = [number(self.points.len()), self.secrets, number(self.equations.len())];
        transcript.absorb("counts", counts.map(u32::to_le_bytes).as_flattened());
        transcript.absorb("indices", &self.indices);
        for (_, origin) in &self.points {
            match origin {
                Origin::Given(bytes) => transcript.absorb("point", bytes),
                Origin::Sum(terms) => transcript.absorb("sum", &terms_as_bytes(terms)),
            }
        }
        for Equation { left, right } in &self.equations {
            transcript.absorb("left", &terms_as_bytes(left));
            let mut bytes = Vec::with_capacity(right.len() * 40);
            for (secret, coefficient, point) in right {
                bytes.extend_from_slice(&secret.0.to_le_bytes());
                bytes.extend_from_slice(&point.0.to_le_bytes());
                bytes.extend_from_slice(coefficient.as_bytes());
            }
            transcript.absorb("right", &bytes);
        }
    }
}

/// Every T, each computed as its half.
fn absorb_doubles(transcript: &mut Transcript, halves: &[RistrettoPoint]) {
    let all = group::doubles_as_bytes(halves);
    all.iter().for_each(|point| transcript.absorb("T", point.as_bytes()));
}

fn terms_as_bytes(terms: &[(Scalar, PointRef)]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(terms.len() * 36);
    for (coefficient, point) in terms {
        bytes.extend_from_slice(&point.0.to_le_bytes());
        bytes.extend_from_slice(coefficient.as_bytes());
    }
    bytes
}

fn number(count: usize) -> u32 {
    u32::try_from(count).expect("a relation is small")
}

/// One combination of points, each point once. Wiped: with nonces its scalars are secret.
#[derive(Default)]
struct Merged {
    points: Vec<PointRef>,
    scalars: Zeroizing<Vec<Scalar>>,
}

impl Merged {
    fn add(&mut self, point: PointRef, scalar: Scalar) {
        let at = self.points.iter().position(|known| *known == point);
        match at.and_then(|at| self.scalars.get_mut(at)) {
            Some(known) => *known += scalar,
            None => {
                self.points.push(point);
                self.scalars.push(scalar);
            }
        }
    }

    fn add_right(&mut self, equation: &Equation, values: &[Scalar]) {
        self.scalars.reserve(equation.right.len());
        for (secret, coefficient, point) in &equation.right {
            let value = values.get(secret.0 as usize).expect("one value for each secret");
            self.add(*point, value * coefficient);
        }
    }

    fn values(&self, relation: &Relation) -> Vec<RistrettoPoint> {
        self.points.iter().map(|point| relation.value(*point)).collect()
    }

    /// What multiplies this point, which is left out from now on.
    fn take(&mut self, point: PointRef) -> Option<Scalar> {
        let at = self.points.iter().position(|known| *known == point)?;
        self.points.swap_remove(at);
        Some(self.scalars.swap_remove(at))
    }

    /// What multiplies G goes by its table.
    fn secret_value(&mut self, relation: &Relation) -> RistrettoPoint {
        let base = self.take(G).map(Zeroizing::new);
        let others = group::secret_sum(&self.scalars, &self.values(relation));
        base.map_or(others, |base| group::secret_base(&base) + others)
    }
}

/// A proof of a relation: the challenge and one response for each secret.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Proof {
    pub(crate) challenge: Scalar,
    pub(crate) responses: Vec<Scalar>,
}

impl Proof {
    /// How long one with so many secrets is.
    pub(crate) const fn length(secrets: usize) -> usize {
        32 * (1 + secrets)
    }

    pub(crate) fn read(bytes: &[u8], secrets: usize) -> Result<Self, Malformed> {
        let scalars: Vec<Scalar> =
            words(bytes, 1 + secrets)?.iter().map(read_scalar).collect::<Result<_, _>>()?;
        let (challenge, responses) = scalars.split_first().ok_or(Malformed::Length)?;
        Ok(Self { challenge: *challenge, responses: responses.to_vec() })
    }

    pub(crate) fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(self.challenge.as_bytes());
        self.responses.iter().for_each(|response| bytes.extend_from_slice(response.as_bytes()));
    }
}
