use async_trait::async_trait;
use shop_core::trade::tax_ids::vat::VatNumber;
use shop_core::trade::vat_check::RegisterFailure;

use crate::ports::{RegisterAnswer, VatRegister};

/// A stub for shops without access to a register: every number stays unanswered.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoRegister;

#[async_trait]
impl VatRegister for NoRegister {
    async fn look_up(&self, _number: &VatNumber, _requester: Option<&VatNumber>) -> RegisterAnswer {
        RegisterAnswer::Unanswered(RegisterFailure::Unreachable)
    }
}
