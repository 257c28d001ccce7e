-- What a search finds of the answers. The expression of an index can only use immutable functions, and array_to_string
-- is one only for texts.
create function searchable_answers(correct_answer text, accepted_answers text[]) returns text
  language plpgsql immutable parallel safe as $$
begin
  return correct_answer || ' ' || array_to_string(accepted_answers, ' ');
end $$;
