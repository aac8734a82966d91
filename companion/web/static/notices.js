// The page's own few sentences, for what happens before the app is there or when it cannot be.

const ENGLISH = {
  fetching: "Fetching the app, so that it works without a network…",
  otherTab: "Companion is already open in another tab or window: close that one, and it goes on here.",
  newVersion: "A new version is ready.",
  reload: "Reload",
  later: "Later",
  failed: "Companion could not start. Your tables are still here: export them before anything else.",
  rescue: "Export my tables",
  again: "Try again",
  rescued: "Your tables are in the file companion-rescue.zip. Companion takes it under Settings, Import tables.",
  nothingThere: "There are no tables here yet.",
  details: "What happened",
};

const GERMAN = {
  fetching: "Die App wird geladen, damit sie ohne Netz läuft …",
  otherTab: "Companion ist schon in einem anderen Tab oder Fenster offen: schließe es dort, dann geht es hier weiter.",
  newVersion: "Eine neue Version ist bereit.",
  reload: "Neu laden",
  later: "Später",
  failed: "Companion konnte nicht starten. Deine Tische sind noch da: exportiere sie als Erstes.",
  rescue: "Meine Tische exportieren",
  again: "Noch einmal versuchen",
  rescued: "Deine Tische sind in der Datei companion-rescue.zip. Companion nimmt sie unter Optionen, Tische importieren.",
  nothingThere: "Hier gibt es noch keine Tische.",
  details: "Was geschah",
};

export const words = (navigator.language || "en").startsWith("de") ? GERMAN : ENGLISH;

function make(kind, text, dressed = {}) {
  return Object.assign(document.createElement(kind), { textContent: text }, dressed);
}

// Say something at the foot of the page, with buttons [{ text, act, quiet }]; null takes it away.
export function notice(text, buttons = [], details = "") {
  const box = document.getElementById("notice");
  box.hidden = text === null;
  box.replaceChildren();
  if (text === null) return;
  box.append(make("p", text));
  for (const { text: name, act, quiet } of buttons) {
    box.append(make("button", name, { onclick: act, className: quiet ? "quiet" : "" }));
  }
  if (details) {
    const more = make("details", "");
    more.append(make("summary", words.details), details);
    box.append(more);
  }
}

// How much of the app has been fetched, from 0 to 1; null when that is done.
export function progress(part) {
  const bar = document.getElementById("loading-progress");
  if (!bar) return;
  bar.hidden = part === null;
  bar.value = part ?? 0;
  document.getElementById("loading-words").textContent = part === null ? "" : words.fetching;
}
