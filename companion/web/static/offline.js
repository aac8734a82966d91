// Keeping the app for offline use: the service worker fetches all of it before any of it is used.

const AN_HOUR = 3_600_000;

// The registration, once this page is served by the service worker; null where there is none to be had.
export async function keepForOffline(renderer, progress) {
  const workers = navigator.serviceWorker;
  if (!workers) return null;
  workers.addEventListener("message", ({ data }) => {
    if (data.told === "progress" && !workers.controller) progress(data.part);
  });
  const controlled = new Promise((resolve) => {
    if (workers.controller) resolve();
    else workers.addEventListener("controllerchange", resolve, { once: true });
  });
  let registration;
  try {
    registration = await workers.register(`sw.js?renderer=${renderer}`, { updateViaCache: "none" });
  } catch (error) {
    console.warn(`Not kept for offline use: ${error}`);
    return workers.controller ? workers.getRegistration() : null;
  }
  const broken = new Promise((resolve) => {
    const first = registration.installing;
    first?.addEventListener("statechange", () => first.state === "redundant" && resolve("broken"));
    // A page reloaded past its service worker is not taken over by it again; it works all the same.
    if (!first && !workers.controller) resolve("broken");
  });
  await Promise.race([controlled, broken]);
  return registration;
}

// Call `ready` with a new version that is here in full. It waits until it is told "take over".
export function lookForUpdates(registration, ready) {
  const whole = (fresh) => navigator.serviceWorker.controller && ready(fresh);
  const follow = (fresh) => fresh?.addEventListener("statechange", () => fresh.state === "installed" && whole(fresh));
  if (registration.waiting) whole(registration.waiting);
  follow(registration.installing);
  registration.addEventListener("updatefound", () => follow(registration.installing));
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
  const look = () => registration.update().catch(() => {});
  setInterval(look, AN_HOUR);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && look());
}
