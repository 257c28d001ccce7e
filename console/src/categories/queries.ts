export const categoryKeys = {
  all: ['categories'],
  counted: ['categories', 'counted'],
};
