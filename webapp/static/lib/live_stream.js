// @ts-check
// A stream of server-sent events for as long as the page is open, also after the network was away. Over HTTP/1.1 all pages
// of a browser share one, where it has shared workers: Chrome on Android has none, and shows one page at a time.

export const RETRY_MILLISECONDS = 2000;
const [page] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
/**
 * HTTP/2 carries all streams over one connection. A worker could not open that one anew after the program was started
 * again, where the browser was told to trust its certificate: it does so for pages alone.
 */
const isShared = Boolean(globalThis.SharedWorker) && page?.nextHopProtocol !== "h2";

export class LiveStream {
  /**
   * @param {() => {address: string, after?: string}} where asked each time the stream is opened: its address, with a
   *   query, and the number of the last event that the page shows
   * @param {Record<string, (data: string) => unknown>} handlers by the name of the event
   * @param {{onOpen: () => void, onError: () => void, beforeRetry?: () => unknown}} connection
   */
  constructor(where, handlers, { onOpen, onError, beforeRetry = () => {} }) {
    this.where = where;
    /** @type {Record<string, (data: string) => unknown>} */
    this.handlers = {
      ...handlers,
      open: onOpen,
      error: onError,
      // The browser reconnects by itself unless it was refused.
      closed: () => {
        onError();
        setTimeout(async () => {
          await beforeRetry();
          this.reopen();
        }, RETRY_MILLISECONDS);
      },
    };
    this.leave = () => {};
    this.reopen();
    addEventListener("pagehide", () => this.leave());
    addEventListener("pageshow", (event) => {
      if (event.persisted) this.reopen();
    });
  }

  reopen() {
    this.leave();
    const { address, after = "" } = this.where();
    if (isShared) this.join(address, after);
    else this.openAlone(address, after);
  }

  /**
   * @param {string} address
   * @param {string} after
   */
  join(address, after) {
    const worker = new SharedWorker(new URL("./stream_worker.js", import.meta.url));
    const { port } = worker;
    this.leave = () => {
      port.postMessage({ address, leaves: true });
      port.onmessage = null;
      worker.onerror = null;
    };
    // Not loaded, for instance where a certificate is trusted for pages alone.
    worker.onerror = () => {
      this.leave();
      this.openAlone(address, after);
    };
    port.onmessage = ({ data: { name, data } }) => this.handlers[name]?.(data);
    port.postMessage({ address, after });
  }

  /**
   * @param {string} address
   * @param {string} after
   */
  openAlone(address, after) {
    const source = new EventSource(after ? `${address}&after=${after}` : address);
    this.leave = () => source.close();
    source.onopen = () => this.handlers.open("");
    source.onerror = () => this.handlers[source.readyState === EventSource.CLOSED ? "closed" : "error"]("");
    for (const name of Object.keys(this.handlers))
      if (!["open", "error", "closed"].includes(name))
        source.addEventListener(name, ({ data }) => this.handlers[name](data));
  }
}
