const guides = document.querySelector<HTMLElement>('.guides');
if (guides) start(guides);
openLinked();
window.addEventListener('hashchange', openLinked);
holdLinked();

function start(guides: HTMLElement): void {
  // The origin that serves this page serves the widgets, wherever the page was built.
  const built = guides.dataset['origin'] ?? '';
  for (const code of guides.querySelectorAll('code')) {
    if (built) code.textContent = code.textContent.replaceAll(built, window.location.origin);
  }
  for (const button of guides.querySelectorAll('button')) {
    button.hidden = false;
    button.addEventListener('click', async () => {
      const text = button.previousElementSibling?.textContent ?? '';
      button.textContent = await copied(text);
      guides.querySelector('[role=status]')?.replaceChildren(button.textContent);
    });
  }
}

/** Reports the result; browsers allow the clipboard only on secure origins. */
async function copied(text: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return 'Copiado!';
  } catch {
    return 'Não foi possível copiar';
  }
}

function openLinked(): void {
  const linked = findLinked();
  if (linked instanceof HTMLDetailsElement) linked.open = true;
}

/** Keeps the named guide in view while the preview above it grows, until the user acts. */
function holdLinked(): void {
  if (!findLinked()) return;
  history.scrollRestoration = 'manual';
  const observer = new ResizeObserver(() => findLinked()?.scrollIntoView());
  observer.observe(document.body);
  const release = () => {
    observer.disconnect();
    history.scrollRestoration = 'auto';
  };
  for (const act of ['wheel', 'touchstart', 'pointerdown', 'keydown']) {
    window.addEventListener(act, release, { once: true, passive: true });
  }
}

function findLinked(): HTMLElement | null {
  return document.getElementById(window.location.hash.slice(1));
}
