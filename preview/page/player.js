// The playhead: one frame number, which pictures, clips, captions and the clock all follow.
//
// A beat that is chosen shows its last picture, because that is what it is about ("resting");
// playing from there plays the beat from its beginning. A clip shows a scene, or (sooner) the beat
// that is looked at; while there is none, time runs all the same over the beats' pictures.

import { at, beatsOf, cueAt, find, frameOf, lastFrame, placeOf, settled } from "./film.js";
import { said, word } from "./words.js";

const element = (id) => document.getElementById(id);

export class Player {
  film = null;
  frame = 0;
  playing = false;
  resting = true;
  captions = "";          // a language, or "off"
  #until = null;          // where to stop and rest, if a single beat is played
  #before = 0;
  #carry = 0;
  #versions = new Map();  // scene → what it was like when it could be played last
  #source = null;         // the clip that is loaded: its name, and the frames of the film it shows
  #moved;

  constructor(moved) {
    this.#moved = moved;
    this.still = element("still");
    this.clip = element("clip");
    this.clip.addEventListener("seeked", () => this.render());
    this.clip.addEventListener("loadeddata", () => { this.#follow(); this.render(); });
    this.clip.addEventListener("ended", () => this.#clipEnded());
  }

  // A film as it is laid out now; `again` plays the beat once more if its clip has changed.
  take(film, again) {
    const old = this.film;
    this.film = film;
    if (old && beatsOf(old).length) {
      const place = placeOf(old, this.frame);
      this.frame = frameOf(film, place);
      const { beat } = at(film, this.frame);
      if (this.resting) this.frame = lastFrame(beat);
      if (this.#until !== null) this.#until = lastFrame(beat);
    } else {
      this.frame = lastFrame(film.scenes[0].beats[0]);
    }
    const { scene, beat } = at(film, this.frame);
    this.#load();
    const before = this.#versions.get(scene.id);
    const playable = Boolean(scene.clip || beat.clip);
    for (const one of film.scenes) {
      if (one === scene ? playable : one.clip) this.#versions.set(one.id, one.version);
    }
    if (playable && before && before !== scene.version && again && !this.playing) this.playBeat();
    this.render();
  }

  // Another look: what changes now is no edit.
  forget() { this.#versions.clear(); }

  select(scene, beat) {
    const found = find(this.film, scene, beat);
    if (!found) return;
    this.pause();
    this.resting = true;
    this.#go(lastFrame(found.beat));
  }

  step(beats) {
    if (!this.film) return;
    const all = beatsOf(this.film);
    const to = Math.max(0, Math.min(all.length - 1, at(this.film, this.frame).index + beats));
    this.select(all[to].scene.id, all[to].beat.name);
  }

  seek(frame) {
    if (!this.film) return;
    this.resting = false;
    this.#until = null;
    this.#go(Math.max(0, Math.min(this.film.frames - 1, frame)));
  }

  toggle() { this.playing ? this.pause() : this.play(); }

  play() {
    if (!this.film) return;
    if (this.resting) this.frame = at(this.film, this.frame).beat.start;
    else if (this.frame >= this.film.frames - 1) this.frame = 0;
    this.#until = null;
    this.#start();
  }

  // Once, from its beginning, and back to rest.
  playBeat() {
    const { beat } = at(this.film, this.frame);
    this.frame = beat.start;
    this.#until = lastFrame(beat);
    this.#start();
  }

  pause() {
    this.playing = false;
    this.#until = null;
    this.clip.pause();
    this.render();
  }

  #start() {
    this.playing = true;
    this.resting = false;
    this.#before = performance.now();
    this.#carry = 0;
    this.#load();
    this.#follow();
    requestAnimationFrame((now) => this.#tick(now));
    this.render();
  }

  #go(frame) {
    this.frame = frame;
    this.#load();
    this.#follow();
    this.render();
  }

  #tick(now) {
    if (!this.playing) return;
    if (this.#usesClip()) {
      if (!this.clip.seeking && !this.clip.ended && this.clip.readyState >= 2) {
        const own = Math.floor(this.clip.currentTime * this.film.look.fps + 0.01);
        this.frame = this.#source.start + Math.max(0, Math.min(this.#source.frames - 1, own));
        if (this.clip.paused) this.#run();
      }
    } else {
      this.#carry += ((now - this.#before) / 1000) * this.film.look.fps;
      const whole = Math.floor(this.#carry);
      this.#carry -= whole;
      this.frame = Math.min(this.film.frames - 1, this.frame + whole);
      this.#load();
      if (this.#usesClip()) this.#follow();
      else if (this.frame >= this.film.frames - 1) this.#rest();
    }
    this.#before = now;
    if (this.#until !== null && this.frame >= this.#until) this.#rest();
    this.render();
    requestAnimationFrame((then) => this.#tick(then));
  }

  #rest() {
    this.frame = this.#until ?? this.frame;
    this.resting = true;
    this.pause();
  }

  #clipEnded() {
    if (!this.playing || !this.#source) return;
    const next = this.#source.start + this.#source.frames;
    if (this.#until !== null || next >= this.film.frames) {
      this.frame = next - 1;
      this.#rest();
    } else {
      this.frame = next;
      this.#before = performance.now();
      this.#load();
      this.#follow();
    }
  }

  // The clip that shows this frame: the scene's, or while there is none, the beat's.
  #wanted() {
    const { scene, beat } = at(this.film, this.frame);
    const own = beat.clip && { name: beat.clip, start: beat.start, frames: beat.frames };
    const whole = scene.clip && { name: scene.clip, start: scene.start, frames: scene.frames };
    // What plays is not exchanged for an equal one.
    if (this.playing && own && this.#source?.name === own.name) return own;
    return whole || own || null;
  }

  #usesClip() { return Boolean(this.#source); }

  #load() {
    const wanted = this.#wanted();
    if (wanted && this.#source?.name !== wanted.name) {
      this.clip.dataset.name = wanted.name;
      this.clip.src = `made/${wanted.name}`;
    } else if (!wanted) {
      this.clip.pause();
    }
    this.#source = wanted;
  }

  // The clip goes where the playhead is.
  #follow() {
    if (!this.film || !this.#usesClip() || this.clip.readyState < 1) return;
    const wanted = (this.frame - this.#source.start + 0.5) / this.film.look.fps;
    if (Math.abs(this.clip.currentTime - wanted) > 0.5 / this.film.look.fps) this.clip.currentTime = wanted;
    if (this.playing) this.#run();
  }

  // Where another clip is loaded meanwhile, that one is played next; only a refusal ends it.
  #run() { this.clip.play().catch((error) => { if (error.name !== "AbortError") this.pause(); }); }

  render() {
    if (!this.film) return;
    const { scene, beat } = at(this.film, this.frame);
    const ready = this.#usesClip() && this.clip.readyState >= 2;
    const moving = ready && (this.playing || !(this.resting || settled(beat, this.frame)));
    const picture = beat.picture ? `made/${beat.picture}` : "";
    if (picture && this.still.getAttribute("src") !== picture) this.still.src = picture;
    this.still.hidden = moving || !picture;
    this.still.alt = `${scene.title}: ${said(beat.doc)}. ${beat.say[this.film.look.language] ?? ""}`;
    this.clip.hidden = !moving;
    element("waiting").hidden = moving || Boolean(picture);
    if (!picture) element("waiting").textContent = word("drawing");
    let note = "";
    if (scene.failure) note = "failed";
    else if (!moving && beat.stale && picture) note = "outdated";
    else if (!moving && !settled(beat, this.frame)) note = "endOfBeat";
    element("note").hidden = !note;
    if (note) element("note").textContent = word(note);
    const lines = this.captions === "off" ? null : cueAt(this.film, this.captions, this.shownFrame(beat));
    const box = element("captions");
    const text = lines ? lines.join("\n") : "";
    box.hidden = !text;
    if (box.textContent !== text) box.textContent = text;
    box.lang = this.captions;
    document.body.classList.toggle("playing", this.playing);
    this.#moved(scene, beat);
  }

  // At rest the last caption of the beat is shown, not the gap after it.
  shownFrame(beat) {
    if (!this.resting) return this.frame;
    const cues = (this.film.cues[this.captions] ?? []).filter(
      ([start]) => start >= beat.start && start < beat.start + beat.frames);
    return cues.length ? cues.at(-1)[1] - 1 : this.frame;
  }
}
