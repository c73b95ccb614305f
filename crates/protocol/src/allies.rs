//! Hidden pieces that allies may see. Their keys go over the connection from one program to the
//! other, and nowhere else.

use game::{Game, Seat, SeatSet};
use record::PeerBytes;
use record::journal::SecretBytes;

use crate::check::Check;
use crate::fault::Rejected;
use crate::live::Match;
use crate::message::Standing;
use crate::peer::Peer;

impl<G: Game> Match<G> {
    /// The own layouts that a program may be told and does not hold yet.
    pub(crate) fn layouts_for<'a>(
        &'a self,
        peer: &Peer,
        standing: &Standing,
    ) -> impl Iterator<Item = (Seat, &'a SecretBytes)> {
        let may = |seat: Seat| !standing.layouts.has(seat) && self.may_tell(seat, peer.seats);
        let own = self.armies.iter().filter(move |(seat, _)| may(**seat));
        own.map(|(seat, army)| (*seat, army.keys()))
    }

    /// Whether the layout of an own seat may be told to the program of these seats: one of them may
    /// see it, and none of them is on another side.
    fn may_tell(&self, own: Seat, seats: SeatSet) -> bool {
        let (at, rules) = (self.progress.position(), self.progress.rules());
        let side = G::side(rules, own);
        self.is_deployed(own)
            && seats.iter().all(|seat| G::side(rules, seat) == side)
            && seats.iter().any(|seat| G::may_see(at, seat).has(own))
    }

    /// What a program tells of a layout of its own. It is unsigned: what is false blames nobody, and
    /// what it would show stays unseen.
    pub(crate) fn take_layout(
        &mut self,
        from: &PeerBytes,
        seat: Seat,
        keys: &SecretBytes,
    ) -> Result<(), Rejected> {
        let unfit = |what| Err(Rejected::unfit(Check::Openings, what));
        if self.peers.get(from).is_none_or(|peer| !peer.seats.has(seat)) {
            return unfit("a layout from a program that does not hold the seat");
        }
        let at = self.progress.position();
        if !self.own_seats().iter().any(|viewer| G::may_see(at, viewer).has(seat)) {
            return unfit("a layout that no own seat may see");
        }
        if self.allied.contains_key(&seat) {
            return Ok(());
        }
        let Some(hidden) = self.progress.hidden.as_ref().filter(|it| it.field(seat).is_some())
        else {
            return Err(Rejected::Stale);
        };
        let opened = hidden.check_layout(&self.progress.context(seat), keys.expose());
        let Some(secret) = opened.and_then(|facts| G::secret_of(at, seat, &facts.kinds())) else {
            return unfit("keys that do not open the pieces of their seat");
        };
        self.allied.insert(seat, secret);
        Ok(())
    }

    /// The layouts of others that an own seat may see, as far as this program has them.
    pub(crate) fn seen_by(&self, viewer: Seat) -> impl Iterator<Item = (Seat, G::Secret)> {
        let seats = G::may_see(self.progress.position(), viewer).iter();
        seats.filter_map(|seat| {
            let own = self.armies.get(&seat).filter(|_| self.is_deployed(seat));
            let secret = own.map(|army| &army.secret).or_else(|| self.allied.get(&seat))?;
            Some((seat, secret.clone()))
        })
    }
}
