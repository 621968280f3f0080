// From the text of expressions to expressions of the IR: names get their meaning, definitions are expanded,
// types are matched by the functions of ir/build.h.
//
// An error is reported where it is found; the expression then becomes an Invalid node without a message,
// which passes through everything built on top of it in silence.
#pragma once

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "front/text/program.h"
#include "front/text/report.h"
#include "front/text/scope.h"
#include "ir/build.h"

namespace pantile::front {

// What all stages together may grow to by expanding definitions, retries included.
inline constexpr size_t kMostNodes = 2'000'000;
// Levels of nesting, through all definitions that are being expanded.
inline constexpr int kDeepestElaboration = 800;

// What the elaborations of all stages of a file share.
struct Session {
    size_t nodes_left = kMostNodes;
    std::optional<Diagnostic> exhausted;  // where the last node was used up
    std::map<const ast::Define*, SourceSpan> first_uses;
    // Looking for a near name among thousands is slow, and after some errors nobody reads the suggestions.
    int suggestions_left = 60;
    void spend(size_t nodes) { nodes_left -= std::min(nodes_left, nodes); }
};

// What is known about stages so far. A stage that failed is known to be wrong.
enum class StageState { unknown, known, wrong };

struct StageTypes {
    std::vector<StageState> states;
    std::vector<ScalarType> types;
};

class ExprElaborator {
  public:
    ExprElaborator(const Program& program, const StageTypes& stages, Session& session)
        : program_(program), stages_(stages), session_(session) {}

    // The stage whose definition is elaborated: its coordinates, and its own type once that is known.
    void set_stage(size_t stage) { stage_ = stage; }
    void set_own_type(ScalarType type) { own_type_ = type; }
    Scope& scope() { return scope_; }

    ir::Expr value(const ast::Expr& e);
    ir::Expr condition(const ast::Expr& e, std::string_view what);
    void bind_locals(const std::vector<ast::Local>& locals);
    // Binds the variables of 'clause'; 'domain_of' then makes the domain.
    std::vector<std::shared_ptr<BoundVariable>> bind_variables(const ast::ForClause& clause);
    ir::ReductionDomain domain_of(const ast::ForClause& clause,
                                  const std::vector<std::shared_ptr<BoundVariable>>& bound);

    // Reports an Invalid node, once; the result is silent.
    ir::Expr checked(const ir::Expr& e);
    ir::Expr fail(SourceSpan span, std::string message, std::vector<std::string> hints = {});

    const Report& report() const { return report_; }
    bool failed() const { return failures_ > 0; }
    const std::vector<size_t>& missing() const { return missing_; }

  private:
    // elaborate_expr.cpp
    ir::Expr kind_of(const ast::Expr& e);
    ir::Expr silent(SourceSpan span) const;
    ir::Expr quiet(SourceSpan span);  // fails because of an error that was reported elsewhere
    bool within_limits(const ast::Expr& e);
    ir::Expr chain(const ast::Chain& n);
    bool refuse_bool(const ast::Expr& text, const ir::Expr& e, const ast::Link& link);
    ir::Expr added(const ir::Expr& first, const ast::Chain& n, size_t begin, size_t end);
    ir::Expr comparison(const ast::Comparison& n);
    ir::Expr prefix(const ast::Prefix& n, SourceSpan span);
    ir::Expr size_of_input(const ast::Size& n, SourceSpan span);

    // elaborate_reduction.cpp
    ir::Expr reduction(const ast::Reduction& n, SourceSpan span);
    std::string fresh_name(std::string_view wanted, const std::set<std::string>& avoid) const;
    ir::Expr rename_apart(ir::ReductionDomain& domain,
                          const std::vector<std::shared_ptr<BoundVariable>>& bound, const ir::Expr& body);

    // elaborate_name.cpp
    ir::Expr name(std::string_view text, SourceSpan span);
    ir::Expr meaning_value(const Meaning& meaning, SourceSpan span);
    ir::Expr unknown(std::string_view text, SourceSpan span);
    const std::vector<std::string>& coordinates() const;
    bool is_coordinate(std::string_view text) const;
    FunctionPtr function(const ast::Expr& e);
    FunctionPtr named_function(std::string_view text) const;
    bool is_broken(std::string_view text) const {
        return program_.broken.count(text) && !program_.find(text);
    }
    FunctionPtr member(const ast::Member& m, SourceSpan span);
    std::optional<int64_t> const_index(const ast::Expr& e);
    std::optional<std::vector<std::string>> dims_of(const Function& f) const;
    std::string text_of(const Function& f) const;

    // elaborate_call.cpp
    ir::Expr call(const ast::Call& n, SourceSpan span);
    ir::Expr builtin(std::string_view text, const ast::Call& n, SourceSpan span);
    ir::Expr two_or_more(ir::BinaryOp op, const ast::Call& n, SourceSpan span);
    ir::Expr select(const ast::Call& n, SourceSpan span);
    ir::Expr lerp(const ast::Call& n, SourceSpan span);
    ir::Expr not_a_function(const ast::Expr& e, std::string_view text);
    bool check_count(std::string_view text, const ast::Call& n, size_t wanted, SourceSpan span);
    ir::Exprs values(const ast::ExprList& list);

    // elaborate_function.cpp
    ir::Expr shorthand(const Function& f, SourceSpan span);
    ir::Expr apply(const Function& f, ir::Exprs args, SourceSpan span);
    ir::Expr apply_stage(size_t stage, ir::Exprs args, SourceSpan span);
    ir::Expr apply_bounded(const BoundedFunction& f, const ir::Exprs& args, SourceSpan span);
    bool check_rank(std::string_view text, const std::vector<std::string>& dims, size_t given,
                    SourceSpan span);
    ir::Expr expand(const ast::Define& define, std::vector<Meaning> args, SourceSpan span);
    Meaning argument(const ast::Expr& e);
    FunctionPtr bounded(ir::BoundaryKind kind, const ast::Call& n, SourceSpan span);
    bool bounds_of_input(const ir::Input& input, BoundedFunction& f);
    bool bounds_of_intervals(const ast::Call& n, size_t first, BoundedFunction& f, SourceSpan span);

    struct Expansion {
        const ast::Define* define;
        SourceSpan used_at;
    };

    const Program& program_;
    const StageTypes& stages_;
    Session& session_;
    Report report_;
    Scope scope_;
    std::optional<size_t> stage_;
    std::optional<ScalarType> own_type_;
    std::vector<size_t> missing_;
    std::vector<Expansion> expansions_;
    std::vector<std::string> active_;  // names of the reduction variables around the current place
    size_t reductions_ = 0;
    size_t failures_ = 0;
    int depth_ = 0;
};

}  // namespace pantile::front
