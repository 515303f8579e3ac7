//! Comment threads: visibility, maximum depth and rate limits.

use crate::base::wire_enum;

/// Maximum number of comments on the path from a thread's first one to its deepest reply.
pub const MAX_DEPTH: usize = 5;

/// Hourly limit of comments for a session, account or address; a genuine discussion needs fewer.
pub const MAX_AN_HOUR: u32 = 10;

/// Name of the honeypot field, which people do not see: bots fill it in.
pub const TRAP_FIELD: &str = "url";

wire_enum! {
    /// Moderation status of a comment or review. Only approved reviews count in the rating.
    CommentStatus {
        /// Waiting for moderation.
        Hold = "hold",
        Approved = "approved",
        /// Classified as spam.
        Spam = "spam",
        Trash = "trash",
    } default Hold
}

impl CommentStatus {
    /// Returns whether it is shown and counted.
    pub const fn counts(self) -> bool {
        matches!(self, Self::Approved)
    }

    /// Returns whether it is spam or in the trash: hidden, and stored only for a while.
    pub const fn is_discarded(self) -> bool {
        matches!(self, Self::Spam | Self::Trash)
    }
}

/// Returns whether a comment with this many ancestors in its thread can be replied to.
///
/// ```
/// use shop_core::content::comment::takes_answers;
/// assert!(takes_answers(0) && takes_answers(3) && !takes_answers(4));
/// ```
pub const fn takes_answers(depth: usize) -> bool {
    depth + 1 < MAX_DEPTH
}

/// Returns the initial status of a comment.
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
