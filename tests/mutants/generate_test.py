#!/usr/bin/env python3
"""What the operators make of C++: which tokens they see, what each changes, and that names survive edits elsewhere."""
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "scripts"))

from mutants.generate import calls, expressions, statements
from mutants.generate.code import Code
from mutants.generate.file_mutants import mutants_of
from mutants.generate.sample import sample
from mutants.generate.tokens import texts

FILE = "src/passes/shift.cpp"


def results(operator, text):
    """What the operator makes of the text, with single spaces."""
    code, out = Code(text), []
    for edit in operator(code):
        start, end = code.tokens[edit.first].start, code.tokens[edit.end - 1].end
        out.append(" ".join((text[:start] + edit.put + text[end:]).split()))
    return out


def all_results(text):
    return {" ".join(mutant.apply(text).split()) for mutant in mutants_of(FILE, text)}


class Tokens(unittest.TestCase):
    def test_comments_and_directives_are_none(self):
        self.assertEqual(texts("#include <a>\nint x;  // a < b\n/* 1 + 2 */ y"), ["int", "x", ";", "y"])

    def test_a_string_is_one_whatever_is_in_it(self):
        self.assertEqual(texts('f("a < \\" b", R"(1 + ")" "2)")'), ["f", "(", '"a < \\" b"', ",", 'R"(1 + ")"', '"2)"', ")"])

    def test_a_character_is_no_mark_between_digits(self):
        self.assertEqual(texts("1'000 + 'x' + '\\''"), ["1'000", "+", "'x'", "+", "'\\''"])

    def test_operators_of_several_characters_are_one(self):
        self.assertEqual(texts("a<=b<<c->d::e!=f&&g"), "a <= b << c -> d :: e != f && g".split())


class Expressions(unittest.TestCase):
    def test_a_comparison_becomes_its_neighbour(self):
        self.assertEqual(results(expressions.comparisons, "if (a < b && c == d)"),
                         ["if (a <= b && c == d)", "if (a < b && c != d)"])

    def test_template_arguments_are_no_comparison(self):
        self.assertEqual(results(expressions.comparisons, "std::vector<int> f(std::map<int, T<2>>& m)"), [])

    def test_references_pointers_and_signs_are_no_arithmetic(self):
        self.assertEqual(results(expressions.arithmetic, "const T& a = *b; U* c = -1; f(const V &&)"), [])

    def test_a_sum_of_texts_has_no_difference(self):
        self.assertEqual(results(expressions.arithmetic, 'x = name + ".min";'), [])
        self.assertEqual(results(expressions.arithmetic, "x = name + y;"), ["x = name - y;"])

    def test_each_conjunct_is_dropped_as_a_whole(self):
        self.assertEqual(results(expressions.dropped_conditions, "return a == f(b, c) && d < e + 1 && g;"),
                         ["return a == f(b, c) && g;", "return d < e + 1 && g;", "return a == f(b, c) && d < e + 1 ;"])

    def test_a_disjunct_ends_with_its_bracket(self):
        self.assertIn("return a && (b );", results(expressions.dropped_conditions, "return a && (b || c == d);"))

    def test_a_term_is_dropped_with_its_factors(self):
        self.assertEqual(results(expressions.dropped_terms, "x = a + b * c - d;"),
                         ["x = a - d;", "x = a + b - d;", "x = a + b * c ;"])

    def test_whole_numbers_are_one_more_or_less(self):
        self.assertEqual(results(expressions.constants, "x = 0; y = 4u;"),
                         ["x = 1; y = 4u;", "x = 0; y = 5;", "x = 0; y = 3;"])

    def test_other_numbers_and_labels_are_left(self):
        self.assertEqual(results(expressions.constants, "x = 0.5; y = 0x10; switch (z) { case 3: break; }"), [])

    def test_a_condition_is_negated_unless_it_declares(self):
        self.assertEqual(results(expressions.negations, "if (a < b) f();"), ["if (!(a < b)) f();"])
        self.assertEqual(results(expressions.negations, "if (const T* t = f()) g();"), [])
        self.assertEqual(results(expressions.negations, "return !a;"), ["return a;"])

    def test_a_choice_takes_the_other_branch(self):
        self.assertEqual(results(expressions.choices, "x = a ? f(b, c) : d + 1;"), ["x = a ? d + 1 : f(b, c);"])

    def test_a_chain_of_choices_keeps_its_conditions(self):
        self.assertEqual(results(expressions.choices, "x = a ? b : c ? d : e;"),
                         ["x = a ? c ? d : e : b;", "x = a ? b : c ? e : d;"])

    def test_operators_of_nodes_are_exchanged_but_not_where_they_are_asked_for(self):
        self.assertEqual(results(expressions.node_operators, "f(BinaryOp::lt, a)"), ["f(BinaryOp::le, a)"])
        self.assertEqual(results(expressions.node_operators, "{ case BinaryOp::lt: return 1; }"), [])


class Calls(unittest.TestCase):
    def test_the_other_end_is_taken(self):
        self.assertEqual(results(calls.ends, "std::min(a.max, b)"), ["std::max(a.max, b)", "std::min(a.min, b)"])

    def test_a_name_of_its_own_is_no_end(self):
        self.assertEqual(results(calls.ends, "const auto min = 1, second = min;"), [])

    def test_a_quotient_is_truncated(self):
        self.assertEqual(results(calls.quotients, "x = floor_div(a + 1, b);"), ["x = ((a + 1) / (b));"])

    def test_neighbours_that_look_alike_are_swapped(self):
        self.assertEqual(results(calls.swapped_arguments, "x = minus(a, b.c, 1);"), ["x = minus(b.c, a, 1);"])
        self.assertEqual(results(calls.swapped_arguments, "return minus(f(a), g(b));"), ["return minus(g(b), f(a));"])

    def test_parameters_and_commutative_calls_are_not(self):
        self.assertEqual(results(calls.swapped_arguments, "Expr minus(const Expr& a, const Expr& b);"), [])
        self.assertEqual(results(calls.swapped_arguments, "x = std::min(a, b);"), [])


class Statements(unittest.TestCase):
    def test_calls_and_assignments_are_dropped(self):
        self.assertEqual(results(statements.dropped_statements, "{ out.push_back(f(a)); b[i].c += 1; }"),
                         ["{ ; b[i].c += 1; }", "{ out.push_back(f(a)); ; }"])

    def test_declarations_and_returns_are_needed(self):
        self.assertEqual(results(statements.dropped_statements, "{ T a(b); const int c = 1; return f(c); }"), [])

    def test_what_a_loop_does_is_dropped(self):
        self.assertEqual(results(statements.dropped_statements, "{ for (T& t : all) f(t); }"), ["{ for (T& t : all) ; }"])

    def test_an_early_return_is_dropped_unless_another_branch_follows(self):
        self.assertEqual(results(statements.dropped_early_returns, "{ if (a) return b; return c; }"),
                         ["{ ; return c; }"])
        self.assertEqual(results(statements.dropped_early_returns, "{ if (a) return b; else f(); }"), [])

    def test_an_early_return_may_return_a_list(self):
        self.assertEqual(results(statements.dropped_early_returns, "{ if (a) return T{b, [&] { return 1; }}; g(); }"),
                         ["{ ; g(); }"])


class Files(unittest.TestCase):
    TEXT = "int f(int a) {\n    if (a < 0) return 1;\n    g(a);\n    return a + 2;\n}\n"

    def test_messages_and_assertions_stay(self):
        for text in ("static_assert(sizeof(T) == 8);", "e.notes.push_back(f(1, 2));", "return diagnostic_at(a, b, 3);"):
            self.assertEqual(all_results("{ " + text + " }"), set())

    def test_constants_of_templates_stay(self):
        self.assertEqual(all_results("std::array<int, 3> f();"), set())

    def test_each_mutant_changes_the_text_and_is_there_once(self):
        mutants = mutants_of(FILE, self.TEXT)
        self.assertEqual(len({m.name for m in mutants}), len(mutants))
        for mutant in mutants:
            self.assertNotEqual(texts(mutant.apply(self.TEXT)), texts(self.TEXT), mutant.name)

    def test_names_survive_edits_elsewhere_and_other_lines(self):
        moved = "// New.\nint h() { return 7; }\n" + self.TEXT.replace("return a + 2", "return a\n        + 2")
        names = {m.name for m in mutants_of(FILE, moved)}
        self.assertLessEqual({m.name for m in mutants_of(FILE, self.TEXT)}, names)

    def test_a_statement_that_changes_gets_new_names(self):
        changed = {m.name for m in mutants_of(FILE, self.TEXT.replace("a < 0", "a < k"))}
        self.assertTrue({m.name for m in mutants_of(FILE, self.TEXT)} - changed)

    def test_equal_statements_are_told_apart(self):
        names = [m.name for m in mutants_of(FILE, "void f() { g(); }\nvoid h() { g(); }")]
        self.assertEqual([name.rsplit(":", 1)[1] for name in names], ["0", "1"])

    def test_every_source_has_mutants_and_none_has_a_name_twice(self):
        for file in sorted((ROOT / "src").rglob("*.cpp")):
            names = [m.name for m in mutants_of(file.relative_to(ROOT).as_posix(), file.read_text())]
            self.assertEqual(len(set(names)), len(names), file)


class Samples(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.mutants = [m for file in ("src/passes/a.cpp", "src/passes/b.cpp", "src/base/c.cpp")
                       for m in mutants_of(file, Files.TEXT + "int g(int b) { return b < 1 && b != 3 ? 4 : f(b, 5); }")]

    def test_three_of_a_pass_and_one_of_another_file(self):
        chosen = sample(self.mutants, 3, 1)
        self.assertEqual([sum(m.file == f for m in chosen) for f in ("src/passes/a.cpp", "src/passes/b.cpp", "src/base/c.cpp")],
                         [3, 3, 1])

    def test_each_file_has_one_before_any_has_two(self):
        self.assertEqual(len({m.file for m in sample(self.mutants, 3, 1)[:3]}), 3)

    def test_operators_differ(self):
        chosen = [m for m in sample(self.mutants, 3, 1) if m.file == "src/passes/a.cpp"]
        self.assertEqual(len({m.operator for m in chosen}), 3)

    def test_the_seed_decides(self):
        self.assertEqual(sample(self.mutants, 3, 1), sample(self.mutants, 3, 1))
        self.assertNotEqual(sample(self.mutants, 3, 1), sample(self.mutants, 3, 2))

    def test_other_files_do_not_matter(self):
        alone = sample([m for m in self.mutants if m.file == "src/passes/a.cpp"], 3, 1)
        self.assertEqual(alone, [m for m in sample(self.mutants, 3, 1) if m.file == "src/passes/a.cpp"])


if __name__ == "__main__":
    unittest.main()
