//! The message catalogue: in every module, with the subjects that the module's pages need.

use super::MessageParams;
pub use crate::base::Lang;
use crate::platform::messages;

exports! { $ for_each_messages_export;
    /// Returns the text of a message code with its placeholders filled; the code itself if there is no such message.
    messageText = fn message_text(code: String, params: MessageParams, lang: Lang) -> String {
        messages::text(&code, &params.0, lang)
    }
}
