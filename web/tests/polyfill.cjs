// What browsers do and jsdom does not: modal dialogs and scrolling.
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
};
Element.prototype.scrollIntoView = () => {};
window.scrollTo = () => {};

// No window has a width here. `matching` are the queries that hold in a test, as it says.
globalThis.matching = [];
window.matchMedia = (query) => ({
  matches: globalThis.matching.includes(query),
  addEventListener() {},
  removeEventListener() {},
});

// Nothing is laid out here, so nothing comes into sight or leaves it.
globalThis.IntersectionObserver = class {
  observe() {}
  disconnect() {}
};
