// Ties the page together: news from the server in, playhead and panel out, keys to both.

import { at, beatsOf, clock } from "./film.js";
import { beatPane, claimsPane, countFindings, failureCard, faultCard, findingsPane, make } from "./panel.js";
import { Player } from "./player.js";
import { pageLanguage, said, translate, turnPageLanguage, word } from "./words.js";

const element = (id) => document.getElementById(id);
const ASPECTS = ["16:9", "9:16", "1:1"];
const LANGUAGE_NAMES = { ko: "한국어", en: "English", ja: "日本語", zh: "中文", de: "Deutsch", fr: "Français", es: "Español" };

const choice = { language: "", theme: "", aspect: "16:9" };
let state = null;
let stream = null;
let again = localStorage.getItem("again") !== "no";
let panelKey = "";
let timelineKey = "";
let lookingKey = "";
let captionsFollow = true;

const player = new Player(moved);

// News

function connect() {
  stream?.close();
  stream = new EventSource(`events?${new URLSearchParams(choice)}`);
  stream.addEventListener("hello", (event) => {
    element("exposed").hidden = !JSON.parse(event.data).exposed;
    lookingKey = "";
  });
  stream.addEventListener("state", (event) => { state = JSON.parse(event.data); show(); });
  stream.addEventListener("error", () => { if (state) status("lost", word("lost")); });
}

function show() {
  const { film } = state;
  showFaults();
  showStatus();
  if (!film) {
    element("waiting").textContent = word(state.phase === "starting" ? "starting" : "nothing");
    return;
  }
  const root = document.documentElement;
  root.dataset.theme = film.look.theme;
  for (const [role, colour] of Object.entries(film.colours)) root.style.setProperty(`--${role}`, colour);
  root.style.setProperty("--ratio", film.look.width / film.look.height);
  root.style.colorScheme = film.look.theme;
  document.title = `${film.title[film.look.language] ?? film.file} · Matreel`;
  element("title").textContent = film.title[film.look.language] ?? film.file;
  element("title").lang = film.look.language;
  element("file").textContent = film.file;
  if (captionsFollow) player.captions = film.look.language;
  else if (player.captions !== "off" && !film.languages.includes(player.captions)) player.captions = film.look.language;
  showTools();
  showTimeline();
  player.take(film, again && state.good);
  panelKey = "";
  player.render();
  const found = countFindings(film, state.notices);
  element("claims-count").textContent = film.claims.length || "";
  element("findings-count").textContent = found || "";
  element("tab-findings").classList.toggle("some", found > 0);
  element("pane-claims").replaceChildren(...claimsPane(film));
  element("pane-findings").replaceChildren(...findingsPane(film, state.notices, (s, b) => player.select(s, b)));
  look();
}

function status(kind, text) {
  element("status").dataset.kind = kind;
  if (element("status-text").textContent !== text) element("status-text").textContent = text;
}

function showStatus() {
  if (state.trouble) status("broken", said(state.trouble));
  else if (state.faults.length) status("broken", state.film ? word("broken", state.faults.length) : word("faultCount", state.faults.length));
  else status(state.phase, word(state.phase));
}

// A live region is filled only when it has something new to say.
function showFaults() {
  const box = element("faults");
  const key = JSON.stringify(state.faults) + pageLanguage();
  if (box.dataset.key === key) return;
  box.dataset.key = key;
  box.hidden = !state.faults.length;
  box.replaceChildren(...(state.faults.length
    ? [make("h2", {}, word("faultCount", state.faults.length)), ...state.faults.map(faultCard)] : []));
}

// Tools

function showTools() {
  const { film } = state;
  element("languages").replaceChildren(...film.languages.map((code) => {
    const one = make("button", { type: "button", "aria-pressed": String(code === film.look.language), lang: code,
      title: `${LANGUAGE_NAMES[code] ?? code} (l)`, "aria-label": LANGUAGE_NAMES[code] ?? code }, code.toUpperCase());
    one.addEventListener("click", () => choose({ language: code }));
    return one;
  }));
  element("theme-name").textContent = word(film.look.theme) ?? film.look.theme;
  element("theme").title = `${word("theme")} (t)`;
  element("theme").setAttribute("aria-label", `${word("theme")}: ${word(film.look.theme) ?? film.look.theme}`);
  element("aspect-name").textContent = choice.aspect;
  element("aspect").title = `${word("aspect")} (a)`;
  element("aspect").setAttribute("aria-label", `${word("aspect")}: ${choice.aspect}`);
  const [w, h] = { "16:9": [17, 10], "9:16": [10, 17], "1:1": [14, 14] }[choice.aspect];
  const rect = element("aspect-icon").firstElementChild;
  for (const [name, value] of Object.entries({ x: (20 - w) / 2, y: (20 - h) / 2, width: w, height: h })) rect.setAttribute(name, value);
  const captions = player.captions === "off" ? word("off") : player.captions.toUpperCase();
  element("cc-name").textContent = captions;
  element("cc").title = `${word("captions")} (c)`;
  element("cc").setAttribute("aria-label", `${word("captions")}: ${captions}`);
  element("cc").setAttribute("aria-pressed", String(player.captions !== "off"));
  element("again").setAttribute("aria-pressed", String(again));
  element("again").title = word("againHint");
  element("page-language").textContent = word("pageLanguage");
  element("page-language").title = word("pageLanguageHint");
  element("page-language").lang = pageLanguage() === "ko" ? "en" : "ko";
}

function choose(changed) {
  Object.assign(choice, changed);
  player.forget();
  connect();
}

const after = (list, one) => list[(list.indexOf(one) + 1) % list.length];

const actions = {
  language: () => state?.film && choose({ language: after(state.film.languages, state.film.look.language) }),
  theme: () => state?.film && choose({ theme: after(state.film.themes, state.film.look.theme) }),
  aspect: () => choose({ aspect: after(ASPECTS, choice.aspect) }),
  captions: () => {
    if (!state?.film) return;
    const languages = state.film.languages;
    const first = state.film.look.language;
    player.captions = after([first, ...languages.filter((code) => code !== first), "off"], player.captions);
    captionsFollow = player.captions === first;
    showTools();
    player.render();
  },
  again: () => { again = !again; localStorage.setItem("again", again ? "yes" : "no"); showTools(); },
  pageLanguage: () => {
    turnPageLanguage();
    words();
    timelineKey = "";
    if (state) show();
  },
  help: () => { const box = element("help"); box.open ? box.close() : box.showModal(); },
  full: () => document.fullscreenElement ? document.exitFullscreen() : element("frame").requestFullscreen(),
  play: () => player.toggle(),
};

function words() {
  translate(document);
  element("keys").replaceChildren(...word("keyList").flatMap(([keys, text]) => [
    make("dt", {}, ...keys.split(" ").map((key) => make("kbd", {}, key))), make("dd", {}, text)]));
  if (state?.film) showTools();
}

// The timeline

function showTimeline() {
  const { film } = state;
  element("length").textContent = clock(film.frames, film.look.fps, false);
  element("scrub").max = film.frames - 1;
  const key = JSON.stringify([pageLanguage(), film.scenes.map((scene) => [scene.id, scene.title, scene.frames, Boolean(scene.clip), Boolean(scene.failure),
    scene.beats.map((beat) => [beat.name, beat.frames, beat.picture, beat.stale, beat.steps, beat.findings.length])])]);
  if (key === timelineKey) return;
  timelineKey = key;
  element("blocks").replaceChildren(...film.scenes.map((scene) => {
    const block = make("div", { class: scene.clip ? "scene ready" : "scene" }, ...scene.beats.map((beat) => {
      const made = make("div", { class: "beat" });
      made.style.flexGrow = beat.frames;
      const piece = (kind, frames) => {
        if (!frames) return;
        const part = make("span", { class: kind });
        part.style.flexGrow = frames;
        made.append(part);
      };
      for (const { hold, play } of beat.steps) { piece("still", hold); piece("motion", play); }
      piece("still", beat.hold);
      return made;
    }));
    block.style.flexGrow = scene.frames;
    return block;
  }));
  const focused = document.activeElement?.dataset?.beat;
  const list = element("scenes");
  const left = list.scrollLeft;
  list.replaceChildren(...film.scenes.map((scene) => make("li", { class: scene.failure ? "failed" : "" },
    make("h3", {}, scene.title),
    make("ol", {}, ...scene.beats.map((beat) => {
      const name = `${scene.id}.${beat.name}`;
      const thumb = make("button", { type: "button", "data-beat": name, title: said(beat.doc),
        "aria-label": `${scene.title}, ${beat.name}: ${said(beat.doc)}` },
        beat.picture ? make("img", { src: `made/${beat.picture}`, alt: "", loading: "lazy", class: beat.stale ? "stale" : "" }) : make("span", { class: "blank" }),
        make("span", { class: "label" }, make("b", {}, beat.name), make("span", {}, clock(beat.frames, film.look.fps).replace(/^0:0?/, ""))));
      if (beat.findings.length) thumb.classList.add("noted");
      thumb.addEventListener("click", () => player.select(scene.id, beat.name));
      return make("li", {}, thumb);
    })))));
  list.scrollLeft = left;
  if (focused) list.querySelector(`[data-beat="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
}

// Called whenever the playhead has moved.
function moved(scene, beat) {
  const { film } = state;
  const { fps } = film.look;
  element("now").textContent = clock(player.frame, fps);
  element("frame-number").textContent = `${word("frame")} ${player.frame}`;
  element("where-scene").textContent = scene.title;
  element("where-beat").textContent = beat.name;
  const scrub = element("scrub");
  scrub.value = player.frame;
  scrub.setAttribute("aria-valuetext", `${scene.title}, ${beat.name}, ${clock(player.frame, fps)}`);
  element("head").style.left = `${(100 * player.frame) / Math.max(1, film.frames - 1)}%`;
  element("play").setAttribute("aria-label", word(player.playing ? "pause" : "play"));
  element("play").title = `${word(player.playing ? "pause" : "play")} (space)`;
  const key = `${scene.id}.${beat.name}`;
  for (const one of element("scenes").querySelectorAll("[aria-current]")) if (one.dataset.beat !== key) one.removeAttribute("aria-current");
  const thumb = element("scenes").querySelector(`[data-beat="${CSS.escape(key)}"]`);
  if (thumb && !thumb.hasAttribute("aria-current")) {
    thumb.setAttribute("aria-current", "true");
    const list = element("scenes");
    const box = thumb.getBoundingClientRect();
    const frame = list.getBoundingClientRect();
    if (box.left < frame.left || box.right > frame.right) {
      list.scrollLeft += box.left - frame.left - (frame.width - box.width) / 2;
    }
  }
  if (panelKey !== key + pageLanguage()) {
    panelKey = key + pageLanguage();
    element("pane-beat").replaceChildren(...beatPane(film, scene, beat));
    look();
  }
}

// The server draws first what is looked at.
function look() {
  if (!state?.film || !beatsOf(state.film).length) return;
  const { scene, beat } = at(state.film, player.frame);
  const key = `${state.viewer} ${scene.id} ${beat.name}`;
  if (key === lookingKey) return;
  lookingKey = key;
  fetch("looking", { method: "POST", body: JSON.stringify({ viewer: state.viewer, scene: scene.id, beat: beat.name }) }).catch(() => {});
}

// Hands

function tab(chosen) {
  for (const one of document.querySelectorAll("[role=tab]")) {
    const on = one === chosen;
    one.setAttribute("aria-selected", String(on));
    one.tabIndex = on ? 0 : -1;
    element(one.getAttribute("aria-controls")).hidden = !on;
  }
}

for (const one of document.querySelectorAll("[role=tab]")) {
  one.addEventListener("click", () => tab(one));
  one.addEventListener("keydown", (event) => {
    const all = [...document.querySelectorAll("[role=tab]")];
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by) return;
    event.stopPropagation();
    const next = all[(all.indexOf(one) + by + all.length) % all.length];
    tab(next);
    next.focus();
  });
}

const clicks = {
  play: actions.play, "prev-beat": () => player.step(-1), "next-beat": () => player.step(1),
  "prev-frame": () => frameBy(-1), "next-frame": () => frameBy(1), theme: actions.theme, aspect: actions.aspect,
  cc: actions.captions, again: actions.again, "page-language": actions.pageLanguage, "help-open": actions.help,
  still: actions.play, clip: actions.play,
};
for (const [id, act] of Object.entries(clicks)) element(id).addEventListener("click", act);
element("scrub").addEventListener("input", (event) => player.seek(Number(event.target.value)));

function frameBy(count) {
  player.pause();
  player.seek(player.frame + count);
}

const keys = {
  " ": actions.play, ArrowLeft: () => player.step(-1), ArrowRight: () => player.step(1), ",": () => frameBy(-1), ".": () => frameBy(1),
  Home: () => player.seek(0), End: () => player.seek(Infinity), l: actions.language, t: actions.theme, a: actions.aspect,
  c: actions.captions, f: actions.full, "?": actions.help,
};

// By the place of the key where the Korean keyboard writes a letter of its own.
const letters = { KeyL: "l", KeyT: "t", KeyA: "a", KeyC: "c", KeyF: "f" };

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  const { target } = event;
  if (element("help").open && event.key !== "?") return;
  if (target.matches("input:not([type=range]), textarea, select")) return;
  if (target.id === "scrub" && event.key.startsWith("Arrow")) return;
  if (event.key === " " && target.matches("button, a, [role=tab]")) return;
  const act = keys[event.key] ?? keys[letters[event.code]];
  if (!act) return;
  event.preventDefault();
  act();
});

words();
connect();
