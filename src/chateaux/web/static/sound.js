// Sounds made on the spot, off until somebody turns them on. Which of them an event has is told by the game.

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
  const source = new OscillatorNode(context, { type: /** @type {OscillatorType} */ (type), frequency });
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
  stone: () => {
    tone(150, { to: 60, long: 0.16, loud: 0.3, type: "triangle" });
    rustle({ long: 0.07, loud: 0.2, frequency: 700 });
  },
  coin: () => {
    tone(1760, { long: 0.3, loud: 0.07 });
    tone(2637, { at: 0.05, long: 0.4, loud: 0.06 });
  },
  key: () => {
    tone(820, { type: "square", long: 0.05, loud: 0.05 });
    tone(1240, { type: "square", at: 0.07, long: 0.05, loud: 0.05 });
  },
  page: () => rustle({ long: 0.32, loud: 0.16, frequency: 3200, q: 0.5 }),
  quill: () => {
    for (let stroke = 0; stroke < 4; stroke++) rustle({ at: stroke * 0.07, long: 0.06, loud: 0.09, frequency: 4600 });
  },
  fire: () => {
    for (let spark = 0; spark < 6; spark++) rustle({ at: Math.random() * 0.4, long: 0.04, loud: 0.2, frequency: 1400 });
  },
  crash: () => {
    for (let stone = 0; stone < 4; stone++) {
      tone(120 - stone * 12, { at: stone * 0.07, to: 45, long: 0.18, loud: 0.22, type: "triangle" });
    }
    rustle({ long: 0.45, loud: 0.22, frequency: 500 });
  },
  shuffle: () => {
    for (let card = 0; card < 6; card++) rustle({ at: card * 0.05, long: 0.05, loud: 0.12, frequency: 2800 });
  },
  steps: () => {
    for (let step = 0; step < 3; step++) {
      tone(210, { at: step * 0.13, to: 120, long: 0.07, loud: 0.14, type: "triangle" });
    }
  },
  dice: () => {
    for (let bounce = 0; bounce < 5; bounce++) {
      const at = bounce * 0.06 + Math.random() * 0.03;
      tone(900 + Math.random() * 500, { at, long: 0.04, loud: 0.08, type: "square" });
    }
  },
  wheel: () => {
    for (let spoke = 0; spoke < 7; spoke++) rustle({ at: spoke * 0.05, long: 0.03, loud: 0.14, frequency: 1800, q: 3 });
  },
  drum: () => {
    tone(110, { to: 55, long: 0.3, loud: 0.3 });
    tone(110, { at: 0.18, to: 55, long: 0.3, loud: 0.22 });
  },
  shield: () => {
    tone(520, { type: "square", long: 0.08, loud: 0.06, to: 300 });
    rustle({ long: 0.12, loud: 0.16, frequency: 2000, q: 2 });
  },
  spell: () => {
    for (const [index, note] of [880, 1175, 1568].entries()) {
      tone(note, { at: index * 0.06, long: 0.45, loud: 0.05, to: note * 1.06 });
    }
  },
  bell: () => {
    tone(392, { long: 1.2, loud: 0.14 });
    tone(588, { long: 0.9, loud: 0.06 });
  },
  talk: () => tone(660, { long: 0.12, loud: 0.05 }),
  end: () => {
    for (const [index, note] of [523, 659, 784, 1047].entries())
      tone(note, { at: index * 0.13, long: 0.5, loud: 0.1, type: "triangle" });
  },
};

export function play(name) {
  if (!on) return;
  context ??= new AudioContext();
  SOUNDS[name]?.();
}

export const bell = () => play("bell");
