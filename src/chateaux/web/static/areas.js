// A page in areas: a stream sends those that changed, and names the others, run by run. Here they are put together.
const AREA = /<!--\[([\w-]+)\](?:=(\d+))?-->/;

export class Areas {
  constructor() {
    this.known = new Map();
  }

  // The whole page; null when an area is named that never came, and everything must be asked for anew.
  whole(told) {
    const [head, ...rest] = told.split(AREA);
    const before = [...this.known];
    const places = new Map(before.map(([name], at) => [name, at]));
    const known = new Map();
    const texts = [head];
    const take = (/** @type {string} */ name, /** @type {string} */ text) => {
      known.set(name, text);
      texts.push(text);
    };
    for (let at = 0; at < rest.length; at += 3) {
      const [name, run, text] = rest.slice(at, at + 3);
      if (run === undefined) {
        take(name, text);
        continue;
      }
      const first = places.get(name);
      if (first === undefined || first + Number(run) > before.length) return null;
      for (const [one, same] of before.slice(first, first + Number(run))) take(one, same);
    }
    this.known = known;
    return texts.join("");
  }
}
