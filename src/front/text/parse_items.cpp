#include "front/text/parse_items.h"

#include <fmt/format.h>

#include "base/identifier.h"
#include "front/text/parse_expr.h"
#include "front/text/suggest.h"
#include "front/text/words.h"

namespace pantile::front {
namespace {

class ItemParser {
  public:
    ItemParser(std::string_view text, Report& report)
        : report_(report), cursor_(text, report), exprs_(cursor_) {}

    ast::File run() {
        while (cursor_.next_item()) {
            const Token first = cursor_.peek();
            const std::string_view name = is_keyword(first.text) ? cursor_.peek_second().text : first.text;
            item(first);
            if (!cursor_.at_end()) cursor_.fail_expected("the end of the item");
            if (cursor_.failed()) file_.broken.insert(name);
        }
        return std::move(file_);
    }

  private:
    void item(const Token& first) {
        if (!file_.pipeline && !pipeline_missed_ && first.text != "pipeline") miss_pipeline(first.span);
        if (cursor_.accept("pipeline")) return pipeline_item(first.span);
        if (cursor_.accept("const")) return const_item();
        if (cursor_.accept("input")) return input_item();
        if (cursor_.accept("param")) return param_item();
        if (cursor_.accept("estimate")) return estimate_item();
        if (cursor_.accept("define")) return define_item();
        if (cursor_.accept("output")) return output_item();
        ast::Definition stage;
        stage.head = head();
        definition_item(std::move(stage));
    }

    // Keeps an item only when it was parsed without an error.
    template <typename List, typename Item>
    void keep(List& list, Item item) {
        if (!cursor_.at_end()) cursor_.fail_expected("the end of the item");
        if (!cursor_.failed()) list.push_back(std::move(item));
    }

    void miss_pipeline(SourceSpan span) {
        pipeline_missed_ = true;
        report_.error(span, "a file begins with the name of its pipeline.", {"write 'pipeline NAME' first."});
    }

    void pipeline_item(SourceSpan span) {
        const ast::Identifier name = exprs_.identifier("the name of the pipeline");
        if (file_.pipeline)
            return cursor_.fail(span, "a file has one pipeline; this is the second 'pipeline'.");
        file_.pipeline = name;
    }

    void const_item() {
        ast::Const item;
        item.name = exprs_.identifier("the name of the const");
        cursor_.expect("=", "and the value of the const");
        item.value = exprs_.expr();
        keep(file_.consts, std::move(item));
    }

    ScalarType type() {
        const Token t = cursor_.peek();
        const auto found = t.kind == TokenKind::name ? scalar_type_from_name(t.text) : std::nullopt;
        if (found) {
            cursor_.take();
            return *found;
        }
        if (t.kind == TokenKind::name) {
            cursor_.fail(t.span, fmt::format("{} is not a type.", in_quotes(t.text)),
                         {"the types are bool, u8, i8, u16, i16, u32, i32, u64, i64, f32 and f64."});
        }
        cursor_.fail_expected("a type, as 'f32'");
        return ScalarType::f32;
    }

    // After '('.
    std::vector<ast::Identifier> names(std::string_view what) {
        std::vector<ast::Identifier> list;
        if (cursor_.accept(")")) return list;
        do {
            list.push_back(exprs_.identifier(what));
        } while (cursor_.accept(","));
        cursor_.expect(")", "after the names");
        return list;
    }

    void input_item() {
        ast::Input item;
        item.name = exprs_.identifier("the name of the input");
        cursor_.expect(":", "and the type of the input, as in 'input img: f32(x, y)'");
        item.type = type();
        cursor_.expect("(", "and the dimensions of the input, as in 'input img: f32(x, y)'");
        item.dims = names("the name of a dimension");
        keep(file_.inputs, std::move(item));
    }

    void param_item() {
        ast::Param item;
        item.name = exprs_.identifier("the name of the param");
        cursor_.expect(":", "and the type of the param, as in 'param k: f32'");
        item.type = type();
        if (cursor_.accept("=")) item.initial = exprs_.expr();
        if (cursor_.accept("in")) {
            item.lowest = exprs_.expr();
            cursor_.expect("..", "between the ends of the range");
            item.highest = exprs_.expr();
        }
        keep(file_.params, std::move(item));
    }

    void estimate_item() {
        std::vector<ast::Local> list;
        do {
            const ast::Identifier name = exprs_.identifier("the name of a dimension");
            cursor_.expect("=", "and the size, as in 'estimate x = 1024'");
            list.push_back({name, exprs_.expr()});
        } while (cursor_.accept(","));
        for (ast::Local& e : list) keep(file_.estimates, std::move(e));
    }

    void define_item() {
        ast::Define item;
        item.name = exprs_.identifier("the name of the definition");
        if (cursor_.accept("(")) item.params = names("the name of a parameter");
        cursor_.expect("=", "and what the definition means");
        item.body = exprs_.expr();
        item.locals = exprs_.with_clause();
        item.last_line = cursor_.last_line();
        keep(file_.defines, std::move(item));
    }

    ast::FamilyIndex index() {
        ast::FamilyIndex i;
        if (cursor_.second_is("in")) {
            i.variable = exprs_.identifier("the variable of the family");
            cursor_.take();
            i.min = exprs_.expr();
            cursor_.expect("..", "between the ends of the range");
            i.max = exprs_.expr();
        } else {
            i.min = exprs_.expr();
        }
        return i;
    }

    ast::Head head() {
        ast::Head h;
        h.name = exprs_.identifier(
            "an item: a stage, or 'input', 'param', 'const', 'define', 'estimate', 'output'");
        if (!cursor_.accept("[")) return h;
        do {
            h.indices.push_back(index());
        } while (cursor_.accept(","));
        cursor_.expect("]", "after the index of the family");
        return h;
    }

    void output_item() {
        std::vector<ast::Head> heads;
        heads.push_back(head());
        if (!cursor_.at(",") && !cursor_.at_end()) return output_definition(std::move(heads.back()));
        while (cursor_.accept(",")) heads.push_back(head());
        for (ast::Head& h : heads) keep(file_.outputs, std::move(h));
    }

    void output_definition(ast::Head h) {
        ast::Definition d;
        d.is_output = true;
        d.head = std::move(h);
        definition_item(std::move(d));
    }

    // After the head.
    void definition_item(ast::Definition d) {
        if (!cursor_.at("(") && !cursor_.failed()) miss_coordinates(d.head.name);
        cursor_.expect("(", "and the coordinates of the stage");
        places(d);
        d.span = cursor_.span_from(d.head.name.span);
        if (cursor_.accept(":")) {
            d.type_span = cursor_.peek().span;
            d.type = type();
        }
        d.assign_span = cursor_.peek().span;
        if (cursor_.at_end() && cursor_.follows_broken_item()) return cursor_.drop_item();
        d.assign = assign();
        value(d);
        if (cursor_.accept("for")) d.domain = exprs_.for_clause();
        d.locals = exprs_.with_clause();
        keep(file_.definitions, std::move(d));
    }

    // After '(': the coordinates of a first definition, or the indices of an update.
    void places(ast::Definition& d) {
        if (cursor_.accept(")")) return;
        do {
            if (!cursor_.second_is("in")) {
                d.args.push_back(exprs_.interval_or_expr());
                continue;
            }
            ast::Range range = exprs_.range();
            d.args.push_back(
                std::make_unique<ast::Expr>(ast::Expr{range.variable.span, ast::Name{range.variable.text}}));
            d.ranges.push_back({d.args.size() - 1, std::move(range)});
        } while (cursor_.accept(","));
        cursor_.expect(")", "after the arguments");
    }

    void miss_coordinates(const ast::Identifier& name) {
        const Token& t = cursor_.peek();
        if (t.text != "=" && t.text != ":") {
            const auto near = nearest_name(
                name.text, {"pipeline", "const", "input", "param", "estimate", "define", "output"});
            if (!near) return cursor_.fail_expected("'(' and the coordinates of the stage");
            return cursor_.fail(name.span, fmt::format("{} does not begin an item.", in_quotes(name.text)),
                                {fmt::format("did you mean '{}'?", *near)});
        }
        cursor_.fail(
            t.span, fmt::format("the stage {} has no coordinates.", in_quotes(name.text)),
            {fmt::format(
                "write '{0}(x, y) = …'; for a single value '{0}() = …', for a number known at compile time "
                "'const {0} = …'.",
                name.text.substr(0, kMaxNameLength))});
    }

    ast::Assign assign() {
        if (cursor_.accept("=")) return ast::Assign::set;
        if (cursor_.accept("+=")) return ast::Assign::add;
        if (cursor_.accept("*=")) return ast::Assign::multiply;
        const bool smaller = cursor_.at("min");
        if ((smaller || cursor_.at("max")) && cursor_.second_is("=")) {
            cursor_.take();
            cursor_.take();
            return smaller ? ast::Assign::minimum : ast::Assign::maximum;
        }
        cursor_.fail_expected("'=' and the value of the stage");
        return ast::Assign::set;
    }

    void value(ast::Definition& d) {
        d.is_piecewise = cursor_.at("case") || cursor_.at("otherwise");
        if (!d.is_piecewise) {
            d.cases.push_back({nullptr, exprs_.expr()});
            return;
        }
        while (cursor_.accept("case")) {
            ast::Case c;
            c.condition = exprs_.expr();
            cursor_.expect(":", "after the condition");
            c.value = exprs_.expr();
            d.cases.push_back(std::move(c));
        }
        if (cursor_.accept("otherwise")) {
            cursor_.expect(":", "after 'otherwise'");
            d.cases.push_back({nullptr, exprs_.expr()});
        }
        if (cursor_.at("case"))
            cursor_.fail(cursor_.peek().span, "'otherwise' is the last case; this one is never reached.");
    }

    Report& report_;
    TokenCursor cursor_;
    ExprParser exprs_;
    ast::File file_;
    bool pipeline_missed_ = false;
};

}  // namespace

ast::File parse_items(std::string_view text, Report& report) { return ItemParser(text, report).run(); }

}  // namespace pantile::front
