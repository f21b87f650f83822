-- Results in the search say until when one can apply, where the field is set. Source: docs/behaviour/search.md#search-page

select content.register_kind('results', search_card => '{"apply_end_date": "apply_end_date"}');
