// Applies the chosen colours and density before the first paint, so that nothing flashes. This is a file because the
// content security policy allows no inline scripts.
(() => {
  let chosen = {};
  try {
    chosen = JSON.parse(localStorage.getItem('quaestor.appearance') ?? '{}') ?? {};
  } catch {
    // Without a valid entry in the storage, the system's settings apply.
  }
  const isDark =
    chosen.theme === 'dark' || (chosen.theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.mantineColorScheme = isDark ? 'dark' : 'light';
  document.documentElement.dataset.density = chosen.density === 'compact' ? 'compact' : 'comfortable';
})();
