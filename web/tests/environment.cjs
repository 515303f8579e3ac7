// jsdom with the classes of fetch, which it leaves out; Node's own are the browser's by specification.
const { TestEnvironment } = require("jest-environment-jsdom");

module.exports = class extends TestEnvironment {
  async setup() {
    await super.setup();
    // It goes nowhere: that a page is left for another one is counted instead of complained about.
    const { virtualConsole } = this.dom;
    const complain = virtualConsole.listeners("jsdomError");
    virtualConsole.removeAllListeners("jsdomError");
    virtualConsole.on("jsdomError", (error) => {
      if (error.message.includes("navigation")) this.global.timesLeft += 1;
      else for (const one of complain) one(error);
    });
    this.global.timesLeft = 0;
    Object.assign(this.global, { Headers, Response, TextDecoder, TextEncoder });
  }
};
