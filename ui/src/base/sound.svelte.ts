// What a table sounds like, made here from noise and tones: a card slides out of the shoe and lands,
// chips click. Nothing is heard until the player asks for it.
const KEY = "holecard.sound";
export type Noise = "shoe" | "card" | "chip";

/** A breath of noise through a filter that moves from one pitch to another; times in seconds. */
function breath(audio: AudioContext, from: number, to: number, lasts: number, loud: number): void {
  const [buffer, start] = [audio.createBuffer(1, Math.ceil(audio.sampleRate * lasts), audio.sampleRate), audio.currentTime];
  const wave = buffer.getChannelData(0);
  for (let at = 0; at < wave.length; at += 1) wave[at] = Math.random() * 2 - 1;
  const [source, filter, gain] = [audio.createBufferSource(), audio.createBiquadFilter(), audio.createGain()];
  source.buffer = buffer;
  filter.type = "bandpass";
  filter.Q.value = 0.9;
  filter.frequency.setValueAtTime(from, start);
  filter.frequency.exponentialRampToValueAtTime(to, start + lasts);
  gain.gain.setValueAtTime(loud, start);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + lasts);
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(start);
}

/** Two hard things that touch: a high tone and one a little off it, gone at once. */
function click(audio: AudioContext, pitch: number, after: number, loud: number): void {
  const start = audio.currentTime + after;
  for (const off of [1, 1.52]) {
    const [tone, gain] = [audio.createOscillator(), audio.createGain()];
    tone.type = "triangle";
    tone.frequency.value = pitch * off;
    gain.gain.setValueAtTime(loud / off, start);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + 0.05);
    tone.connect(gain).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.06);
  }
}

const NOISES: Record<Noise, (audio: AudioContext) => void> = {
  shoe: (audio) => breath(audio, 900, 2_600, 0.16, 0.16),
  card: (audio) => breath(audio, 3_200, 1_100, 0.07, 0.24),
  chip: (audio) => {
    click(audio, 2_350, 0, 0.07);
    click(audio, 2_600, 0.045, 0.05);
  },
};

class Sound {
  on = $state(localStorage.getItem(KEY) === "on");
  private audio: AudioContext | null = null;

  set(on: boolean): void {
    this.on = on;
    localStorage.setItem(KEY, on ? "on" : "off");
    if (on) this.play("chip");
  }

  /** A browser lets nothing be heard before the page was touched; what comes too early is not kept. */
  play(noise: Noise): void {
    if (!this.on || document.hidden || !("AudioContext" in window)) return;
    this.audio ??= new AudioContext();
    if (this.audio.state === "suspended") void this.audio.resume();
    NOISES[noise](this.audio);
  }
}

export const sound = new Sound();
