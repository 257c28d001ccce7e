import '@fontsource-variable/jetbrains-mono/wght.css';
