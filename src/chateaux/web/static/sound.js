// Sounds made on the spot, off until somebody turns them on: stone, coin, key, page, quill, bell.

let context = null;
export let on = localStorage.getItem("chateaux_sound") === "on";

export function toggle() {
  on = !on;
  localStorage.setItem("chateaux_sound", on ? "on" : "off");
  if (on) bell();
  return on;
}

function tone(frequency, { type = "sine", at = 0, long = 0.25, loud = 0.16, to = frequency } = {}) {
  const start = context.currentTime + at;
  const source = new OscillatorNode(context, { type, frequency });
  const volume = new GainNode(context, { gain: 0 });
  source.frequency.exponentialRampToValueAtTime(to, start + long);
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(loud, start + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + long);
  source.connect(volume).connect(context.destination);
  source.start(start);
  source.stop(start + long + 0.05);
}

function rustle({ at = 0, long = 0.2, loud = 0.1, frequency = 2400, q = 0.8 } = {}) {
  const start = context.currentTime + at;
  const samples = new AudioBuffer({ length: Math.ceil(context.sampleRate * long), sampleRate: context.sampleRate });
  const data = samples.getChannelData(0);
  for (let index = 0; index < data.length; index++) data[index] = (Math.random() * 2 - 1) * (1 - index / data.length);
  const source = new AudioBufferSourceNode(context, { buffer: samples });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency, Q: q });
  const volume = new GainNode(context, { gain: loud });
  source.connect(filter).connect(volume).connect(context.destination);
  source.start(start);
}

const SOUNDS = {
  stone: () => { tone(150, { to: 60, long: 0.16, loud: 0.3, type: "triangle" }); rustle({ long: 0.07, loud: 0.2, frequency: 700 }); },
  coin: () => { tone(1760, { long: 0.3, loud: 0.07 }); tone(2637, { at: 0.05, long: 0.4, loud: 0.06 }); },
  key: () => { tone(820, { type: "square", long: 0.05, loud: 0.05 }); tone(1240, { type: "square", at: 0.07, long: 0.05, loud: 0.05 }); },
  page: () => rustle({ long: 0.32, loud: 0.16, frequency: 3200, q: 0.5 }),
  quill: () => { for (let stroke = 0; stroke < 4; stroke++) rustle({ at: stroke * 0.07, long: 0.06, loud: 0.09, frequency: 4600 }); },
  fire: () => { for (let spark = 0; spark < 6; spark++) rustle({ at: Math.random() * 0.4, long: 0.04, loud: 0.2, frequency: 1400 }); },
  bell: () => { tone(392, { long: 1.2, loud: 0.14 }); tone(588, { long: 0.9, loud: 0.06 }); },
  talk: () => tone(660, { long: 0.12, loud: 0.05 }),
  end: () => [523, 659, 784, 1047].forEach((note, index) => tone(note, { at: index * 0.13, long: 0.5, loud: 0.1, type: "triangle" })),
};

// Which sound belongs to an event, by the words its kind is made of; the first that fits.
const HEARD = [[/fire|burn|attack|catapult/, "fire"], [/gold|coin|deposit|store|pay/, "coin"], [/key/, "key"], [/draw|sketch|mark/, "quill"],
  [/reveal|shuffle|round|messenger|discard/, "page"], [/buy|build|place|hide|take|tile|move/, "stone"]];

export function play(name) {
  if (!on) return;
  context ??= new AudioContext();
  SOUNDS[name]?.();
}

export const bell = () => play("bell");

export function hear(kinds) {
  for (const kind of kinds) {
    const found = HEARD.find(([pattern]) => pattern.test(kind));
    if (found) return play(found[1]);
  }
  return undefined;
}
