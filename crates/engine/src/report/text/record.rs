//! What is on record of the change: sign-offs with their effect, claims with what the evidence says of them.

use super::super::{
    page::{Ink, Page},
    wire::{Claim, Effect, Outcome, SignOff},
};

/// Writes the sign-offs, if there are any.
pub(super) fn signoffs(page: &mut Page, signoffs: &[SignOff]) {
    if signoffs.is_empty() {
        return;
    }
    page.gap().shout(Ink::Strong, "Signed off").end();
    for one in signoffs {
        let ink = if one.effect == Effect::InEffect { Ink::Good } else { Ink::Doubt };
        page.tab(2).put(ink, &one.effect.name().replace('_', " ")).put(Ink::Plain, "  ");
        page.put(Ink::Plain, one.kind).put(Ink::Plain, "  ").put(Ink::Strong, &one.test).end();
        let key = one.signer.as_ref().map(|signer| format!(", by the key of {signer}")).unwrap_or_default();
        let signed = format!("{} on {}{key}, in {}: {}", one.name, one.date, one.found_in, one.reason);
        page.words(4, Ink::Plain, &signed);
        if let Some(why) = &one.why {
            page.words(4, Ink::Doubt, why);
        }
    }
}

/// Writes the claims, if there are any.
pub(super) fn claims(page: &mut Page, claims: &[Claim]) {
    if claims.is_empty() {
        return;
    }
    page.gap().shout(Ink::Strong, "Claims").end();
    for one in claims {
        let ink = match one.outcome {
            Outcome::Proven => Ink::Good,
            Outcome::False => Ink::Bad,
            Outcome::Unproven => Ink::Doubt,
        };
        page.tab(2).put(ink, one.outcome.name()).tab(12).put(Ink::Strong, &format!("[{}]", one.tag));
        page.put(Ink::Plain, " ").put(Ink::Plain, &one.text).end();
        page.words(12, Ink::Dim, &one.why);
    }
}
