import { type Category, type CategoryCatalogue, isOpen } from '../../../domain/categories.ts';

export function presentCategory(category: Category, catalogue: CategoryCatalogue) {
  const { name } = category;
  return isOpen(category) ? { name } : { name, merging_into: catalogue.successorOf(category).name };
}
