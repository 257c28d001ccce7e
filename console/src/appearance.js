// Before the first paint: the chosen colours and density, so that nothing flashes. A file, as the content policy allows no inline scripts.
(() => {
  let chosen = {};
  try {
    chosen = JSON.parse(localStorage.getItem('quaestor.appearance') ?? '{}') ?? {};
  } catch {
    // No storage, or something else in it: as the system has it.
  }
  const isDark =
    chosen.theme === 'dark' || (chosen.theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.mantineColorScheme = isDark ? 'dark' : 'light';
  document.documentElement.dataset.density = chosen.density === 'compact' ? 'compact' : 'comfortable';
})();
