// What the page says, in its own two languages. The film's languages are another matter.

const words = {
  en: {
    skip: "Skip to the timeline", view: "View", filmLanguage: "Language of the film",
    picture: "Picture", transport: "Player", timeline: "Timeline", details: "Details",
    help: "Keys", close: "Close", keys: "Keys", again: "Replay on save",
    againHint: "Play the beat once more whenever its clip has changed",
    previousBeat: "Previous beat", nextBeat: "Next beat", previousFrame: "Previous frame",
    nextFrame: "Next frame", play: "Play", pause: "Pause", scrub: "Position in the film",
    beat: "Beat", claims: "Claims", findings: "Findings",
    starting: "Loading what pictures are drawn with…", drawing: "Drawing…", filming: "Making the clip…",
    reading: "Reading…", idle: "Up to date", broken: "{n} to mend; this is the last good picture",
    nothing: "Nothing to show yet", lost: "The preview has ended. Start it again to go on.",
    theme: "Theme", dark: "Dark", light: "Light", aspect: "Shape", captions: "Captions", off: "off",
    say: "Narration", silent: "Nothing is said in this beat.", timing: "Time", place: "In the storyboard",
    openEditor: "Open in VS Code", motion: "motion", still: "still", reads: "to read at ease",
    seconds: "{n} s", tight: "The beat lasts exactly as long as its narration needs.",
    ample: "{n} s longer than its narration needs: the motion decides.",
    guessed: "Times are guessed until the scene has run once.",
    outdated: "Last good picture: a new one is being drawn.",
    endOfBeat: "The picture at the end of the beat; the clip is being made.",
    noClaims: "This storyboard claims nothing.", holds: "holds", noFindings: "Nothing to note.",
    faultCount: "{n} to mend", notice: "notice", failed: "This scene cannot be drawn",
    exposed: "Other machines on this network can open this page. Whoever does sees the storyboard and its texts, and can change nothing.",
    helpText: "Save the storyboard in your editor: the picture follows. What is wrong is shown where it stands, and the last good picture stays.",
    pageLanguage: "한국어", pageLanguageHint: "이 페이지를 한국어로", scene: "Scene", frame: "frame",
    keyList: [["space", "play, pause"], ["← →", "beat before, beat after"], [", .", "frame before, frame after"],
      ["Home End", "beginning, end"], ["l", "language of the film"], ["t", "theme"], ["a", "shape: 16:9, 9:16, 1:1"],
      ["c", "captions"], ["f", "whole screen"], ["?", "this list"]],
  },
  ko: {
    skip: "타임라인으로 건너뛰기", view: "보기", filmLanguage: "영상의 언어",
    picture: "그림", transport: "재생", timeline: "타임라인", details: "자세히",
    help: "단축키", close: "닫기", keys: "단축키", again: "저장하면 다시 보기",
    againHint: "클립이 바뀌면 보고 있던 대목을 한 번 다시 재생합니다",
    previousBeat: "이전 대목", nextBeat: "다음 대목", previousFrame: "이전 프레임",
    nextFrame: "다음 프레임", play: "재생", pause: "멈춤", scrub: "영상에서의 위치",
    beat: "대목", claims: "주장", findings: "점검",
    starting: "그리기 준비 중…", drawing: "그리는 중…", filming: "클립을 만드는 중…",
    reading: "읽는 중…", idle: "최신 상태", broken: "고칠 곳 {n}개, 마지막으로 올바른 그림입니다",
    nothing: "아직 보여 줄 것이 없습니다", lost: "미리보기가 끝났습니다. 다시 시작하면 이어집니다.",
    theme: "테마", dark: "어둡게", light: "밝게", aspect: "화면비", captions: "자막", off: "끔",
    say: "내레이션", silent: "이 대목에는 내레이션이 없습니다.", timing: "시간", place: "스토리보드에서",
    openEditor: "VS Code에서 열기", motion: "움직임", still: "멈춤", reads: "편하게 읽는 시간",
    seconds: "{n}초", tight: "내레이션에 필요한 시간만큼만 이어집니다.",
    ample: "내레이션에 필요한 것보다 {n}초 깁니다. 길이는 움직임이 정합니다.",
    guessed: "장면을 한 번 돌려 보기 전까지는 어림한 시간입니다.",
    outdated: "마지막으로 올바른 그림입니다. 새 그림을 그리고 있습니다.",
    endOfBeat: "대목이 끝날 때의 그림입니다. 클립을 만들고 있습니다.",
    noClaims: "이 스토리보드에는 주장이 없습니다.", holds: "참", noFindings: "살펴볼 것이 없습니다.",
    faultCount: "고칠 곳 {n}개", notice: "알림", failed: "이 장면은 그릴 수 없습니다",
    exposed: "이 네트워크의 다른 기기에서도 이 페이지를 열 수 있습니다. 스토리보드와 글을 볼 수 있지만 고칠 수는 없습니다.",
    helpText: "편집기에서 스토리보드를 저장하면 그림이 따라옵니다. 잘못된 곳은 그 자리에서 알려 주고, 마지막으로 올바른 그림은 그대로 남습니다.",
    pageLanguage: "English", pageLanguageHint: "This page in English", scene: "장면", frame: "프레임",
    keyList: [["space", "재생, 멈춤"], ["← →", "이전 대목, 다음 대목"], [", .", "이전 프레임, 다음 프레임"],
      ["Home End", "처음, 끝"], ["l", "영상의 언어"], ["t", "테마"], ["a", "화면비: 16:9, 9:16, 1:1"],
      ["c", "자막"], ["f", "전체 화면"], ["?", "이 목록"]],
  },
};

let language = localStorage.getItem("page-language")
  ?? (navigator.language.toLowerCase().startsWith("ko") ? "ko" : "en");

export const pageLanguage = () => language;

export function turnPageLanguage() {
  language = language === "ko" ? "en" : "ko";
  localStorage.setItem("page-language", language);
}

export function word(name, n) {
  const found = words[language][name];
  return n === undefined ? found : found.replace("{n}", n);
}

// A message of the program, which comes in both languages; a plain text is itself.
export const said = (text) => (text && typeof text === "object" ? text[language] ?? text.en : text);

// Elements name their words in data-word (content) and data-label (accessible name).
export function translate(root) {
  document.documentElement.lang = language;
  for (const one of root.querySelectorAll("[data-word]")) one.textContent = word(one.dataset.word);
  for (const one of root.querySelectorAll("[data-label]")) {
    const text = word(one.dataset.label);
    one.setAttribute("aria-label", text);
    if (one.tagName === "BUTTON") one.title = one.dataset.key ? `${text} (${one.dataset.key})` : text;
  }
}
