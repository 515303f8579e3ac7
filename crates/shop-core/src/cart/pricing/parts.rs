//! Splits cart lines into parts: a one-time fee is a line of its own in the totals.

use super::CartGoods;
use crate::base::Cents;
use crate::cart::totals::cart::CartLineForm;
use crate::cart::totals::{LineInput, LineTotals};
use crate::catalogue::purchase::money::Priced;

/// Returns the lines as input for the totals, with the index of the cart line that each belongs to. `cost`: the price of a line
/// to use.
pub(super) fn parts_of(goods: &[CartGoods], cost: impl Fn(&CartGoods) -> &Priced) -> (Vec<LineInput>, Vec<usize>) {
    let (mut inputs, mut owners) = (Vec::new(), Vec::new());
    for (at, line) in goods.iter().enumerate() {
        let input = LineInput {
            unit_price: line.entered_price(),
            quantity: line.quantity,
            taxable: line.taxable,
            tax_class: line.tax_class.clone(),
            needs_shipping: line.needs_shipping,
            discount: Cents::ZERO,
        };
        for input in cost(line).lines(&input) {
            inputs.push(input);
            owners.push(at);
        }
    }
    (inputs, owners)
}

/// Returns the lines as input for coupons: each as a whole, with its own quantity. A one-time fee raises its price, not its
/// quantity, and so appears as a negative discount. `discountable` converts an entered amount into one that coupons apply to.
pub(super) fn whole_lines(
    count: usize,
    inputs: &[LineInput],
    owners: &[usize],
    discountable: impl Fn(&LineInput, Cents) -> Cents,
) -> Vec<CartLineForm> {
    let mut out: Vec<Option<CartLineForm>> = vec![None; count];
    for (owner, input) in owners.iter().zip(inputs) {
        match out.get_mut(*owner) {
            Some(Some(form)) => {
                form.line.discount = form.line.discount - discountable(input, input.unit_price.times(input.quantity));
            }
            Some(empty) => *empty = Some(CartLineForm { line: input.clone(), ..CartLineForm::default() }),
            None => {}
        }
    }
    out.into_iter().flatten().collect()
}

/// Subtracts the coupons' discount of each line from its parts: the pieces first, then the one-time fee.
pub(super) fn take_off(
    inputs: &mut [LineInput],
    owners: &[usize],
    line_discounts: &[Cents],
    discountable: impl Fn(&LineInput, Cents) -> Cents,
) {
    let mut left = line_discounts.to_vec();
    for (owner, input) in owners.iter().zip(inputs) {
        let Some(left) = left.get_mut(*owner) else { continue };
        let worth = discountable(input, input.unit_price.times(input.quantity)) - input.discount;
        let off = (*left).min(worth.max(Cents::ZERO));
        input.discount += off;
        *left = *left - off;
    }
}

/// Adds up the sums of each cart line from those of its parts.
pub(super) fn line_sums(count: usize, owners: &[usize], parts: &[LineTotals]) -> Vec<LineTotals> {
    let mut out = vec![LineTotals::default(); count];
    for (owner, part) in owners.iter().zip(parts) {
        let Some(line) = out.get_mut(*owner) else { continue };
        line.subtotal += part.subtotal;
        line.subtotal_tax += part.subtotal_tax;
        line.total += part.total;
        line.total_tax += part.total_tax;
        for (rate, tax) in &part.taxes {
            match line.taxes.iter_mut().find(|(known, _)| known == rate) {
                Some((_, sum)) => *sum += *tax,
                None => line.taxes.push((*rate, *tax)),
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(unit: i64, quantity: u32) -> LineInput {
        LineInput { unit_price: Cents(unit), quantity, ..LineInput::default() }
    }

    #[test]
    fn coupons_see_what_is_paid_once_in_the_price_and_not_as_a_piece() {
        let inputs = [part(1000, 3), part(500, 1), part(200, 1)];
        let forms = whole_lines(2, &inputs, &[0, 0, 1], |_, cents| cents);
        let seen: Vec<(u32, Cents)> = forms.iter().map(|form| (form.line.quantity, form.line.discount)).collect();
        assert_eq!(seen, [(3, Cents(-500)), (1, Cents::ZERO)]);
    }

    #[test]
    fn a_discount_comes_off_the_pieces_first_and_never_exceeds_its_line() {
        let mut inputs = [part(1000, 3), part(500, 1), part(200, 1)];
        take_off(&mut inputs, &[0, 0, 1], &[Cents(3200), Cents(50)], |_, cents| cents);
        assert_eq!(inputs.map(|input| input.discount.0), [3000, 200, 50]);
    }

    #[test]
    fn the_parts_of_a_line_add_up_rate_by_rate() {
        let sums = |net, taxes: &[(usize, i64)]| LineTotals {
            subtotal: Cents(net),
            total: Cents(net),
            taxes: taxes.iter().map(|(rate, tax)| (*rate, Cents(*tax))).collect(),
            ..LineTotals::default()
        };
        let out = line_sums(2, &[0, 0, 1], &[sums(100, &[(0, 10)]), sums(50, &[(0, 5), (1, 1)]), sums(7, &[])]);
        assert_eq!((out[0].total, out[1].total), (Cents(150), Cents(7)));
        assert_eq!(out[0].taxes, [(0, Cents(15)), (1, Cents(1))]);
    }
}
