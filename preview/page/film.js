// Questions about a film as the server lays it out: where a frame lies, what is said there.

export const beatsOf = (film) =>
  film.scenes.flatMap((scene) => scene.beats.map((beat) => ({ scene, beat })));

// The scene and the beat that a frame belongs to.
export function at(film, frame) {
  const all = beatsOf(film);
  const found = all.findLast(({ beat }) => beat.start <= frame) ?? all[0];
  return { ...found, index: all.indexOf(found) };
}

export const lastFrame = (beat) => beat.start + beat.frames - 1;

// Is nothing moving any more in this beat?
export const settled = (beat, frame) => frame >= beat.start + beat.frames - beat.hold;

export const find = (film, scene, beat) =>
  beatsOf(film).find((each) => each.scene.id === scene && each.beat.name === beat);

// A place that survives an edit: by names, and by how far into the beat.
export function placeOf(film, frame) {
  const { scene, beat, index } = at(film, frame);
  return { scene: scene.id, beat: beat.name, index, offset: frame - beat.start };
}

export function frameOf(film, place) {
  const all = beatsOf(film);
  const found = find(film, place.scene, place.beat)
    ?? all.find((each) => each.scene.id === place.scene)
    ?? all[Math.min(place.index, all.length - 1)];
  return found.beat.start + Math.min(place.offset, found.beat.frames - 1);
}

export const cueAt = (film, language, frame) =>
  (film.cues[language] ?? []).find(([start, end]) => start <= frame && frame < end)?.[2] ?? null;

export function clock(frames, fps, tenths = true) {
  const seconds = frames / fps;
  const minutes = Math.floor(seconds / 60);
  const rest = seconds - 60 * minutes;
  const text = tenths ? (Math.floor(rest * 10) / 10).toFixed(1) : String(Math.floor(rest));
  return `${minutes}:${text.padStart(tenths ? 4 : 2, "0")}`;
}

export const seconds = (frames, fps) => (Math.round((frames / fps) * 10) / 10).toString();
