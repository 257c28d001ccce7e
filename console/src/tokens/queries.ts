export const tokenKeys = { all: ['tokens'] };
