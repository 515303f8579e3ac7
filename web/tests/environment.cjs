// jsdom with the classes of fetch, which it lacks; Node's own implement the same specification as the browser's.
const { TestEnvironment } = require("jest-environment-jsdom");

/** Node's requests reject the abort signals of jsdom. */
class RequestWithoutSignal extends Request {
  constructor(url, { signal: _, ...init } = {}) {
    super(url, init);
  }
}

module.exports = class extends TestEnvironment {
  async setup() {
    await super.setup();
    // Navigation is counted instead of reported as not implemented.
    const { virtualConsole } = this.dom;
    const complain = virtualConsole.listeners("jsdomError");
    virtualConsole.removeAllListeners("jsdomError");
    virtualConsole.on("jsdomError", (error) => {
      if (error.message.includes("navigation")) this.global.timesLeft += 1;
      else for (const one of complain) one(error);
    });
    this.global.timesLeft = 0;
    Object.assign(this.global, {
      Headers,
      Request: RequestWithoutSignal,
      Response,
      TextDecoder,
      TextEncoder,
    });
  }
};
