// @ts-check
// Holds one stream of an address for all pages of this browser that listen to it: a browser makes six connections to a
// program, and with a stream for each page the seventh page would stay blank.

const EVENTS = ["told", "changed", "reset", "table", "load", "notice"];

/** @typedef {{ports: Set<MessagePort>, after: string, source?: EventSource}} Stream */
/** @type {Map<string, Stream>} */
const streams = new Map();

/**
 * Opens the stream anew for a further page: what a stream says at its beginning is news to that page, and the others have
 * read it already.
 * @param {MessagePort} port
 * @param {string} address
 * @param {string} after the number of the last event that the page shows, as the stream writes it; "" for none
 */
function join(port, address, after) {
  /** @type {Stream} */
  const stream = streams.get(address) ?? { ports: new Set(), after };
  streams.set(address, stream);
  stream.ports.add(port);
  stream.after = older(stream.after, after);
  stream.source?.close();
  const source = new EventSource(stream.after ? `${address}&after=${stream.after}` : address);
  stream.source = source;
  const tell = (/** @type {string} */ name, data = "") => {
    for (const each of stream.ports) each.postMessage({ name, data });
  };
  source.onopen = () => tell("open");
  source.onerror = () => tell(source.readyState === EventSource.CLOSED ? "closed" : "error");
  for (const name of EVENTS)
    source.addEventListener(name, (event) => {
      stream.after = event.lastEventId || stream.after;
      tell(name, event.data);
    });
}

/**
 * @param {string} one
 * @param {string} other
 */
function older(one, other) {
  const [game, number] = one.split("-");
  const [otherGame, otherNumber] = other.split("-");
  return game === otherGame && Number(otherNumber) < Number(number) ? other : one;
}

/**
 * @param {MessagePort} port
 * @param {string} address
 */
function leave(port, address) {
  const stream = streams.get(address);
  stream?.ports.delete(port);
  if (!stream || stream.ports.size) return;
  stream.source?.close();
  streams.delete(address);
}

/** @type {any} */ (globalThis).onconnect = (/** @type {MessageEvent} */ { ports: [port] }) => {
  port.onmessage = ({ data: { address, after, leaves } }) =>
    leaves ? leave(port, address) : join(port, address, after);
};
