/** English words that say nothing about the subject of a question. Only the plot of frequent words leaves them out. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a about after all also an and any are as at be been before being between but by can could did do does during each ' +
    'for from had has have he her him his how i if in into is it its many may more most much my name named no not of on ' +
    'one only or other our out over she so some such than that the their them then there these they this those to ' +
    "under up was we were what when where which who whom whose why will with would you your aren't can't couldn't didn't " +
    "doesn't don't he's isn't it's that's there's wasn't weren't what's who's won't wouldn't you're"
  ).split(' '),
);
