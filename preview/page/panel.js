// The side panel: what is said in a beat and how long it takes, the claims, and what was found.

import { seconds } from "./film.js";
import { said, word } from "./words.js";

// An element with attributes and children; text is never read as markup.
export function make(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) made.setAttribute(name, "");
    else if (value !== false && value != null) made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child != null && child !== ""));
  return made;
}

// Lines of the storyboard with their numbers, and a link that opens an editor there.
export function excerpt(place) {
  const lines = place.text.map((line, k) => make("span", { class: place.first + k === place.line ? "line here" : "line" },
    make("i", { "aria-hidden": "true" }, String(place.first + k)), make("span", {}, line || " ")));
  return make("div", { class: "excerpt" },
    make("pre", { tabindex: "0" }, ...lines),
    make("a", { href: place.href }, `${place.file}:${place.line}`, make("span", {}, word("openEditor"))));
}

// A fault with its line, and the very character marked.
export function faultCard(fault) {
  const { place } = fault;
  const line = [...(place.text[place.line - place.first] ?? "")];
  const k = Math.min(place.column - 1, line.length);
  const code = make("pre", { tabindex: "0" }, make("i", { "aria-hidden": "true" }, String(place.line)),
    make("span", {}, line.slice(0, k).join(""), make("mark", {}, line[k] ?? " "), line.slice(k + 1).join("")));
  const notice = fault.severity === "notice";
  return make("article", { class: notice ? "fault notice" : "fault" },
    make("p", { class: "what" }, notice ? make("b", {}, `${word("notice")} `) : "", said(fault.what)),
    said(fault.cure) ? make("p", { class: "cure" }, said(fault.cure)) : "",
    code,
    make("a", { href: place.href }, `${place.file}:${place.line}:${place.column}`));
}

export function failureCard(scene) {
  const { failure } = scene;
  return make("article", { class: "fault" }, make("p", { class: "what" }, word("failed")),
    make("p", { class: "cure" }, said(failure.message)));
}

export function beatPane(film, scene, beat) {
  const { fps } = film.look;
  const parts = [make("header", {}, make("p", { class: "quiet" }, `${scene.title} · ${scene.kind}`),
    make("h2", {}, beat.name), make("p", {}, said(beat.doc)))];
  if (scene.failure) parts.push(failureCard(scene));
  parts.push(...beat.findings.map(faultCard));
  parts.push(make("h3", {}, word("say")));
  const spoken = film.languages.filter((each) => beat.say[each]);
  if (!spoken.length) parts.push(make("p", { class: "quiet" }, word("silent")));
  for (const each of [film.look.language, ...spoken.filter((one) => one !== film.look.language)]) {
    if (beat.say[each]) parts.push(make("p", { class: each === film.look.language ? "say" : "say other", lang: each }, beat.say[each]));
  }
  parts.push(make("h3", {}, word("timing")), timing(beat, fps));
  if (scene.guessed) parts.push(make("p", { class: "quiet" }, word("guessed")));
  parts.push(make("h3", {}, word("place")), excerpt(beat.place));
  return parts;
}

// Motion and stillness in order, and below them how long the narration takes to read.
function timing(beat, fps) {
  const bar = make("div", { class: "bar", "aria-hidden": "true" });
  const piece = (kind, frames) => {
    if (!frames) return;
    const made = make("span", { class: kind });
    made.style.flexGrow = frames;
    bar.append(made);
  };
  for (const { hold, play } of beat.steps) { piece("still", hold); piece("motion", play); }
  piece("still", beat.hold);
  const need = make("div", { class: "need", "aria-hidden": "true" }, make("span"));
  need.firstChild.style.width = `${Math.min(100, (100 * beat.reading) / beat.frames)}%`;
  const row = (kind, name, frames) => make("div", {}, make("dt", { class: kind }, name), make("dd", {}, word("seconds", seconds(frames, fps))));
  const list = make("dl", {}, row("motion", word("motion"), beat.motion), row("still", word("still"), beat.frames - beat.motion),
    beat.reading ? row("reading", word("reads"), beat.reading) : "");
  const spare = beat.frames - beat.reading;
  const remark = !beat.reading ? "" : spare <= 0.1 * fps ? word("tight") : word("ample", seconds(spare, fps));
  return make("div", { class: "timing" }, bar, beat.reading ? need : "", list, remark ? make("p", { class: "quiet" }, remark) : "");
}

export function claimsPane(film) {
  if (!film.claims.length) return [make("p", { class: "quiet" }, word("noClaims"))];
  return [make("ul", { class: "claims" }, ...film.claims.map((claim) => make("li", {},
    make("a", { href: claim.place.href, title: `${claim.place.file}:${claim.place.line}` }, make("code", {}, claim.source)),
    make("span", { class: "value" }, said(claim.value)),
    make("span", { class: "holds" }, `✓ ${word("holds")}`))))];
}

// All that was found, by what it belongs to. `choose` is called with a scene and a beat.
export function findingsPane(film, notices, choose) {
  const parts = [...notices, ...film.remarks].map(faultCard);
  for (const scene of film.scenes) {
    const rows = scene.beats.flatMap((beat) => beat.findings.map((fault) => ({ beat, fault })));
    if (scene.failure) parts.push(failureCard(scene));
    for (const { beat, fault } of rows) {
      const go = make("button", { type: "button", class: "jump" }, `${scene.title} · ${beat.name}`);
      go.addEventListener("click", () => choose(scene.id, beat.name));
      parts.push(go, faultCard(fault));
    }
  }
  return parts.length ? parts : [make("p", { class: "quiet" }, word("noFindings"))];
}

export const countFindings = (film, notices) => notices.length + film.remarks.length
  + film.scenes.reduce((sum, scene) => sum + (scene.failure ? 1 : 0)
    + scene.beats.reduce((own, beat) => own + beat.findings.length, 0), 0);
