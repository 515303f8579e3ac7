// What a service worker has around it, as far as it is used here; the compiler knows pages alone.

export interface LastingEvent extends Event {
  waitUntil: (until: Promise<unknown>) => void;
}

export interface AskedEvent extends LastingEvent {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith: (answer: Promise<Response>) => void;
}

interface Events {
  install: LastingEvent;
  activate: LastingEvent;
  fetch: AskedEvent;
  message: LastingEvent & MessageEvent<unknown>;
}

export interface WorkerScope {
  /** Written before the script by the server. */
  readonly bottega: { release: string; offline: string[] };
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { claim: () => Promise<void> };
  skipWaiting: () => Promise<void>;
  addEventListener: <K extends keyof Events>(kind: K, listener: (event: Events[K]) => void) => void;
}
