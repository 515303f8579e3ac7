// What browsers do and jsdom does not: modal dialogs and scrolling.
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
};
Element.prototype.scrollIntoView = () => {};
window.scrollTo = () => {};

// Nothing is laid out here, so nothing comes into sight or leaves it.
globalThis.IntersectionObserver = class {
  observe() {}
  disconnect() {}
};
