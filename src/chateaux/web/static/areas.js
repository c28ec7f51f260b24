// A page in areas: a stream sends those that changed, and names the others. Here they are put together again.
const AREA = /<!--\[([\w-]+)\](=?)-->/;

export class Areas {
  constructor() {
    this.known = new Map();
  }

  // The whole page; null when an area is named that never came, and everything must be asked for anew.
  whole(told) {
    const [head, ...rest] = told.split(AREA);
    const known = new Map();
    const texts = [head];
    for (let at = 0; at < rest.length; at += 3) {
      const [name, same, text] = rest.slice(at, at + 3);
      const found = same ? this.known.get(name) : text;
      if (found === undefined) return null;
      known.set(name, found);
      texts.push(found);
    }
    this.known = known;
    return texts.join("");
  }
}
