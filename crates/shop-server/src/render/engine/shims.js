// What React's server renderer expects of a host and QuickJS lacks. Only what it touches: rendering is one synchronous
// call, so timers and ports run from one queue that the host empties after each page.
(() => {
  const g = globalThis;
  const log = g.__log;
  delete g.__log;

  const text = (value) => {
    if (typeof value === "string") return value;
    if (value instanceof Error) return `${value.name}: ${value.message}\n${value.stack ?? ""}`;
    try {
      return JSON.stringify(value) ?? String(value);
    } catch {
      return String(value);
    }
  };
  const writer = (level) => (...parts) => log(level, parts.map(text).join(" "));
  g.console = {
    log: writer("debug"),
    debug: writer("debug"),
    info: writer("info"),
    warn: writer("warn"),
    error: writer("error"),
    trace: writer("debug"),
  };

  let nextId = 1;
  const queue = new Map();
  const later = (callback, args) => {
    const id = nextId++;
    queue.set(id, () => callback(...args));
    return id;
  };
  // Delays are not waited for: nobody looks at a page between its timers.
  g.setTimeout = (callback, _delay, ...args) => later(callback, args);
  g.setImmediate = (callback, ...args) => later(callback, args);
  g.clearTimeout = (id) => void queue.delete(id);
  g.clearImmediate = g.clearTimeout;
  g.setInterval = () => nextId++;
  g.clearInterval = () => {};
  /** Runs what is queued, at most `limit` callbacks. True when the queue is empty. */
  g.__drain = (limit) => {
    for (const [id, run] of queue) {
      if (limit-- <= 0) return false;
      queue.delete(id);
      run();
    }
    return true;
  };
  /** Forgets what is queued. */
  g.__forget = () => queue.clear();

  g.MessageChannel ??= class MessageChannel {
    constructor() {
      this.port1 = { onmessage: null, close() {} };
      this.port2 = { onmessage: null, close() {} };
      const link = (from, to) => {
        from.postMessage = (data) => void later(() => to.onmessage?.({ data }), []);
      };
      link(this.port1, this.port2);
      link(this.port2, this.port1);
    }
  };

  g.TextEncoder ??= class TextEncoder {
    get encoding() {
      return "utf-8";
    }
    encode(input = "") {
      const bytes = [];
      for (const character of String(input).toWellFormed()) {
        const code = character.codePointAt(0);
        if (code < 0x80) bytes.push(code);
        else if (code < 0x800) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 63));
        else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
        else
          bytes.push(0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
      }
      return new Uint8Array(bytes);
    }
  };

  g.TextDecoder ??= class TextDecoder {
    decode(input = new Uint8Array()) {
      const bytes = input instanceof Uint8Array ? input : new Uint8Array(input.buffer ?? input);
      let escaped = "";
      for (const byte of bytes) escaped += `%${byte.toString(16).padStart(2, "0")}`;
      return decodeURIComponent(escaped);
    }
  };

  g.AbortController ??= class AbortController {
    constructor() {
      const listeners = new Set();
      this.signal = {
        aborted: false,
        reason: undefined,
        addEventListener: (_type, listener) => void listeners.add(listener),
        removeEventListener: (_type, listener) => void listeners.delete(listener),
      };
      this.abort = (reason) => {
        if (this.signal.aborted) return;
        this.signal.aborted = true;
        this.signal.reason = reason;
        for (const listener of listeners) listener({ type: "abort" });
      };
    }
  };

  g.process ??= { env: { NODE_ENV: "production" }, emit() {} };
  g.queueMicrotask ??= (callback) => void Promise.resolve().then(callback);
  g.performance ??= { now: () => Date.now() };
})();
