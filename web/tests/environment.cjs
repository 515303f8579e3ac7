// jsdom with the classes of fetch, which it leaves out; Node's own are the browser's by specification.
const { TestEnvironment } = require("jest-environment-jsdom");

module.exports = class extends TestEnvironment {
  async setup() {
    await super.setup();
    Object.assign(this.global, { Headers, Response, TextDecoder, TextEncoder });
  }
};
