//! The add-to-cart buttons of a listing: idle, loading, added. Requests are sent one at a time, in the order of the clicks
//! (storefront specification, section 4).

use serde::{Deserialize, Serialize};

/// State of a button. One that is neither waiting nor added is idle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum AddButton {
    /// The button can be pressed.
    Idle,
    /// Its request is queued or running.
    Loading,
    /// It has added the product, and can be pressed again.
    Added,
}

/// The request queue of a page's buttons, which are identified by any name that the page chooses.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct AddQueue {
    /// Buttons with queued requests, in the order of the clicks; the first one's is running.
    pub waiting: Vec<String>,
    /// Buttons that have added their product.
    pub added: Vec<String>,
}

/// An event of the queue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "snake_case")]
pub enum AddQueueEvent {
    /// A button is pressed. One that is loading is ignored.
    Click(String),
    /// The running request has finished: whether something was added.
    Answered(bool),
}

/// The queue after an event, and its effect.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AddQueueStep {
    pub queue: AddQueue,
    /// The button whose request is to be sent now; `None`: none.
    pub send: Option<String>,
}

impl AddQueue {
    /// Returns the state of a button.
    pub fn button(&self, name: &str) -> AddButton {
        let has = |list: &[String]| list.iter().any(|own| own == name);
        if has(&self.waiting) {
            AddButton::Loading
        } else if has(&self.added) {
            AddButton::Added
        } else {
            AddButton::Idle
        }
    }
}

/// Applies an event and returns the request to send.
///
/// ```
/// use shop_core::cart::add_queue::{AddQueue, AddQueueEvent, step};
/// let first = step(AddQueue::default(), AddQueueEvent::Click("a".into()));
/// assert_eq!(first.send.as_deref(), Some("a"));
/// let second = step(first.queue, AddQueueEvent::Click("b".into()));
/// assert_eq!(second.send, None);
/// assert_eq!(step(second.queue, AddQueueEvent::Answered(true)).send.as_deref(), Some("b"));
/// ```
pub fn step(mut queue: AddQueue, event: AddQueueEvent) -> AddQueueStep {
    let mut send = None;
    match event {
        AddQueueEvent::Click(name) => {
            if queue.button(&name) != AddButton::Loading {
                queue.added.retain(|own| *own != name);
                send = queue.waiting.is_empty().then(|| name.clone());
                queue.waiting.push(name);
            }
        }
        AddQueueEvent::Answered(added) if !queue.waiting.is_empty() => {
            let name = queue.waiting.remove(0);
            if added {
                queue.added.push(name);
            }
            send = queue.waiting.first().cloned();
        }
        AddQueueEvent::Answered(_) => {}
    }
    AddQueueStep { queue, send }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn click(queue: AddQueue, name: &str) -> AddQueueStep {
        step(queue, AddQueueEvent::Click(name.into()))
    }

    #[test]
    fn requests_go_out_one_at_a_time_in_the_order_of_the_clicks() {
        let mut out = click(AddQueue::default(), "a");
        for name in ["b", "a", "c"] {
            out = click(out.queue, name);
            assert_eq!(out.send, None, "{name}");
        }
        let mut sent = Vec::new();
        for added in [true, false, true] {
            out = step(out.queue, AddQueueEvent::Answered(added));
            sent.push(out.send.clone());
        }
        assert_eq!(sent, [Some("b".to_owned()), Some("c".to_owned()), None]);
        let stand = ["a", "b", "c"].map(|name| out.queue.button(name));
        assert_eq!(stand, [AddButton::Added, AddButton::Idle, AddButton::Added]);
    }

    #[test]
    fn a_button_that_has_added_loads_again() {
        let queue = AddQueue { added: vec!["a".into()], ..AddQueue::default() };
        let out = click(queue, "a");
        assert_eq!((out.queue.button("a"), out.send.as_deref()), (AddButton::Loading, Some("a")));
        let refused = step(out.queue, AddQueueEvent::Answered(false));
        assert_eq!(refused.queue.button("a"), AddButton::Idle);
    }

    #[test]
    fn an_answer_that_nobody_waits_for_changes_nothing() {
        let out = step(AddQueue::default(), AddQueueEvent::Answered(true));
        assert_eq!((out.queue, out.send), (AddQueue::default(), None));
    }
}
