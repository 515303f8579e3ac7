// Browser features that jsdom lacks: modal dialogs and scrolling.
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
};
Element.prototype.scrollIntoView = () => {};
window.scrollTo = () => {};

// jsdom has no window width. `matching` lists the media queries that match in a test.
globalThis.matching = [];
window.matchMedia = (query) => ({
  matches: globalThis.matching.includes(query),
  addEventListener() {},
  removeEventListener() {},
});

// jsdom has no layout, so nothing enters or leaves the viewport.
globalThis.IntersectionObserver = class {
  observe() {}
  disconnect() {}
};
