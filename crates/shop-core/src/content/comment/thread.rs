//! Threads of comments: which are shown, how deep answers go, and how writers are slowed down.

use crate::base::wire_enum;

/// Most comments on the way from a thread's first one to its deepest answer.
pub const MAX_DEPTH: usize = 5;

/// Most comments that one session, account or address sends in an hour: who discusses writes a few.
pub const MAX_AN_HOUR: u32 = 10;

/// Name of a field that no person sees: what fills it in fills in everything.
pub const TRAP_FIELD: &str = "url";

wire_enum! {
    /// Whether a comment or a review is shown. Only approved reviews count in the rating.
    CommentStatus {
        /// Waiting for a person.
        Hold = "hold",
        Approved = "approved",
        /// Taken for advertising.
        Spam = "spam",
        Trash = "trash",
    } default Hold
}

impl CommentStatus {
    /// Whether it is shown and counts.
    pub const fn counts(self) -> bool {
        matches!(self, Self::Approved)
    }

    /// Whether it was put aside: nobody is to see it, and it is kept for a while only.
    pub const fn is_aside(self) -> bool {
        matches!(self, Self::Spam | Self::Trash)
    }
}

/// Whether a comment may be answered that has so many comments before it in its thread.
///
/// ```
/// use shop_core::content::comment::takes_answers;
/// assert!(takes_answers(0) && takes_answers(3) && !takes_answers(4));
/// ```
pub const fn takes_answers(depth: usize) -> bool {
    depth + 1 < MAX_DEPTH
}

/// How a comment begins.
///
/// ```
/// use shop_core::content::comment::{CommentStatus, first_status};
/// assert_eq!(first_status(true, false), CommentStatus::Hold);
/// assert_eq!(first_status(false, false), CommentStatus::Approved);
/// assert_eq!(first_status(false, true), CommentStatus::Spam);
/// ```
pub const fn first_status(moderated: bool, trapped: bool) -> CommentStatus {
    match (trapped, moderated) {
        (true, _) => CommentStatus::Spam,
        (false, true) => CommentStatus::Hold,
        (false, false) => CommentStatus::Approved,
    }
}
