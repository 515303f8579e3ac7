//! Removing lines and restoring them. The lines of an offer are removed and restored together.

use std::collections::BTreeSet;

use shop_core::base::OfferId;
use shop_core::base::time::UnixSeconds;
use shop_core::platform::messages::codes;

use super::lines::{AddItem, CartRefusal, add};
use super::purchases::StockNow;
use crate::catalogue::Catalogue;
use crate::records::{CartContent, CartLine};

/// Number of removed lines that can be restored.
const MAX_REMOVED: usize = 10;

/// Removes a line; for an offer all its lines.
pub(super) fn remove(content: &mut CartContent, key: &str) -> Result<CartLine, CartRefusal> {
    match content.lines.iter().position(|l| l.key == key) {
        Some(n) => {
            let line = content.lines.remove(n);
            content.removed.retain(|removed| removed.key != key);
            if line.offer.is_some() {
                remove_offer(content, line.clone());
            } else {
                content.removed.push(line.clone());
            }
            let surplus = content.removed.len().saturating_sub(MAX_REMOVED);
            forget(content, surplus);
            Ok(line)
        }
        None => Err(CartRefusal::new(codes::CART_INVALID_KEY)),
    }
}

/// The request that would restore a removed line; `None` if it is no longer stored.
pub(super) fn restoring(content: &CartContent, key: &str) -> Option<AddItem> {
    let line = content.removed.iter().find(|line| line.key == key)?;
    Some(AddItem {
        id: line.item_id(),
        quantity_milli: Some(line.quantity.saturating_mul(1000)),
        variation: line.variation.clone(),
        choices: line.choices.clone(),
    })
}

/// Restores a removed line with its quantity and choices, as if it were added now.
pub(super) fn restore(
    content: &mut CartContent,
    catalogue: &Catalogue,
    stock: &StockNow,
    key: &str,
    most_lines: usize,
    now: UnixSeconds,
) -> Result<String, CartRefusal> {
    let nothing_to_restore = || CartRefusal::new(codes::NOTHING_TO_RESTORE);
    if let Some(restored) = restore_offer(content, key, most_lines) {
        return restored;
    }
    let item = restoring(content, key).ok_or_else(nothing_to_restore)?;
    let added = add(content, catalogue, stock, &item, most_lines, now)?;
    let n = content.removed.iter().position(|line| line.key == key).ok_or_else(nothing_to_restore)?;
    let removed = content.removed.remove(n);
    if let Some(line) = content.lines.iter_mut().find(|line| line.key == added) {
        // A price change meanwhile is still to be reported.
        line.added_price = removed.added_price;
    }
    Ok(added)
}

/// Removes the other lines of a removed line's offer too, and stores all of them for restoring.
fn remove_offer(content: &mut CartContent, line: CartLine) {
    let of = |one: &CartLine| one.offer.map(|offer| offer.id);
    let id = of(&line);
    content.removed.retain(|one| of(one) != id);
    let (mut removed, remaining): (Vec<CartLine>, Vec<CartLine>) =
        std::mem::take(&mut content.lines).into_iter().partition(|one| of(one) == id);
    content.lines = remaining;
    removed.push(line);
    removed.sort_by_key(|one| one.offer.map(|offer| offer.line));
    content.removed.extend(removed);
}

/// Forgets the oldest `surplus` removed lines: none of the last removed offer, and of others all or none.
fn forget(content: &mut CartContent, surplus: usize) {
    let of = |line: &CartLine| line.offer.map(|offer| offer.id);
    let last = content.removed.last().and_then(of);
    let of_last = |line: &CartLine| last.is_some() && of(line) == last;
    let others = content.removed.iter().position(of_last).unwrap_or(content.removed.len());
    let broken: BTreeSet<OfferId> = content.removed.drain(..surplus.min(others)).filter_map(|line| of(&line)).collect();
    content.removed.retain(|line| of(line).is_none_or(|id| !broken.contains(&id)));
}

/// Restores a removed offer with all its lines; `None` if the line belongs to no offer. Expiry or lack of stock is detected when
/// the cart is opened next.
fn restore_offer(content: &mut CartContent, key: &str, most_lines: usize) -> Option<Result<String, CartRefusal>> {
    let id = content.removed.iter().find(|line| line.key == key)?.offer?.id;
    let of = |line: &CartLine| line.offer.is_some_and(|offer| offer.id == id);
    let (back, remaining): (Vec<CartLine>, Vec<CartLine>) = content.removed.iter().cloned().partition(of);
    if content.lines.len() + back.len() > most_lines {
        return Some(Err(CartRefusal::new(codes::CART_FULL)));
    }
    content.removed = remaining;
    content.lines.extend(back);
    Some(Ok(key.to_owned()))
}

#[cfg(test)]
mod tests {
    use shop_core::base::Cents;
    use shop_core::trade::offer::LineOffer;

    use super::*;

    fn line(key: &str, offer: Option<(i64, usize)>) -> CartLine {
        let offer =
            offer.map(|(id, line)| LineOffer { id: OfferId(id), line, price_cents: Cents(100), valid_until: None });
        CartLine { key: key.into(), quantity: 1, offer, ..CartLine::default() }
    }

    fn keys(lines: &[CartLine]) -> Vec<&str> {
        lines.iter().map(|line| line.key.as_str()).collect()
    }

    fn cart() -> CartContent {
        let lines = vec![line("a", None), line("b", Some((1, 0))), line("c", Some((2, 0))), line("d", Some((1, 2)))];
        CartContent { lines, ..CartContent::default() }
    }

    #[test]
    fn an_offer_leaves_the_cart_with_all_its_lines_and_comes_back_with_them() {
        let mut cart = cart();
        remove(&mut cart, "d").unwrap();
        assert_eq!((keys(&cart.lines), keys(&cart.removed)), (vec!["a", "c"], vec!["b", "d"]));
        assert_eq!(restore_offer(&mut cart, "b", 200), Some(Ok("b".into())));
        assert_eq!((keys(&cart.lines), keys(&cart.removed)), (vec!["a", "c", "b", "d"], vec![]));
        assert_eq!(restore_offer(&mut cart, "b", 200), None);
    }

    #[test]
    fn no_part_of_an_offer_is_forgotten_alone() {
        let mut cart = cart();
        remove(&mut cart, "b").unwrap();
        for n in 0..10 {
            cart.lines.push(line(&format!("x{n}"), None));
            remove(&mut cart, &format!("x{n}")).unwrap();
            let kept = keys(&cart.removed);
            assert_eq!(kept.contains(&"b"), kept.contains(&"d"), "{kept:?}");
            assert!(kept.len() <= 10 && kept.contains(&format!("x{n}").as_str()), "{kept:?}");
        }
        let many: Vec<CartLine> = (0..30).map(|n| line(&format!("o{n}"), Some((3, n)))).collect();
        cart.lines.extend(many);
        remove(&mut cart, "o7").unwrap();
        assert_eq!(cart.removed.iter().filter(|one| one.offer.is_some_and(|offer| offer.id.0 == 3)).count(), 30);
    }
}
