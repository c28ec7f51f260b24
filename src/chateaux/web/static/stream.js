// The stream of a table: resumes where it was, comes back by itself. While the tab is hidden a small stream of calls
// takes its place, so that somebody who is elsewhere learns of their turn.
import { Areas } from "./areas.js";
import { deaf, listen } from "./calls.js";

let offset = 0; // seconds by which the house's clock is ahead of ours

// The time by the house's clock, in seconds.
export const now = () => Date.now() / 1000 + offset;

const SILENCE = 22000; // milliseconds; the house says something every 15 seconds

export class Stream {
  constructor({ address, number, frame, presence, drawing, closed, state }) {
    this.address = address;
    this.number = number;
    this.frame = frame;
    this.presence = presence;
    this.drawing = drawing;
    this.closed = closed;
    this.state = state;
    this.source = null;
    this.timer = 0;
    this.wait = 500;
    this.quiet = 0;
    this.watch = 0;
    this.ended = false;
    document.addEventListener("visibilitychange", () => (document.hidden ? this.rest() : this.open()));
    addEventListener("online", () => this.open());
    addEventListener("pageshow", (event) => event.persisted && this.open());
    addEventListener("pagehide", () => this.close());
  }

  // Opens the stream, from the newest number that is known; anew: with the whole state whatever is known.
  open(anew = false) {
    this.close();
    deaf();
    if (this.ended) return;
    const known = anew ? null : this.number();
    const source = (this.source = new EventSource(this.address() + (known === null ? "" : `&since=${known}`)));
    const mine = (then) => (event) => {
      if (source !== this.source) return;
      this.heard();
      then(event.data);
    };
    source.onopen = mine(() => {
      this.wait = 500;
      this.tell(true);
    });
    source.onerror = () => {
      if (source === this.source) this.again();
    };
    const areas = new Areas(); // every stream begins with all of them
    source.addEventListener(
      "frame",
      mine((data) => {
        const whole = areas.whole(data);
        if (whole === null) this.open(true);
        else this.frame(whole);
      }),
    );
    source.addEventListener(
      "presence",
      mine((data) => this.presence(JSON.parse(data))),
    );
    source.addEventListener(
      "drawing",
      mine((data) => this.drawing(JSON.parse(data))),
    );
    source.addEventListener(
      "now",
      mine((data) => {
        offset = Number(data) - Date.now() / 1000;
      }),
    );
    source.addEventListener(
      "absent",
      mine((data) => document.dispatchEvent(new CustomEvent("chateaux:absent", { detail: JSON.parse(data) }))),
    );
    source.addEventListener(
      "alive",
      mine(() => {}),
    );
    this.heard();
    source.addEventListener("closed", () => {
      this.close();
      this.closed();
    });
  }

  // After a sleep a stream may be dead without knowing it: silence for long means it is.
  heard() {
    clearTimeout(this.watch);
    this.watch = setTimeout(() => this.source && this.again(), SILENCE);
  }

  // Lost: try again soon, then less often.
  again() {
    this.close();
    this.tell(false);
    this.timer = setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(5000, this.wait * 1.6);
  }

  tell(on) {
    this.state(on);
    document.dispatchEvent(new CustomEvent("chateaux:net", { detail: on }));
  }

  // A hidden tab lets go after a moment; glancing elsewhere costs nothing.
  rest() {
    clearTimeout(this.quiet);
    this.quiet = setTimeout(
      () => {
        if (!document.hidden || this.ended) return;
        this.close();
        listen();
      },
      Number(document.documentElement.dataset.rest ?? 20000),
    );
  }

  // For good: the screen is not this seat's any more.
  end() {
    this.ended = true;
    this.close();
  }

  close() {
    clearTimeout(this.timer);
    clearTimeout(this.quiet);
    clearTimeout(this.watch);
    this.source?.close();
    this.source = null;
  }
}
