export const settingsKeys = {
  passkeys: ['passkeys'],
  sessions: ['sessions'],
  home: ['home'],
};
